# %% [markdown]
# # Half-wave dipole
# Resonance of a wire 1 m long, its resistance there, and its pattern.

# %%
import matplotlib.pyplot as plt
import numpy as np
from common import REFERENCE, agree, load

scene = load("half-wave-dipole", quick={"grid/max_cell": "20 mm", "stop/energy_decay": "40 dB"})
results = scene.run()

# %% The impedance, compared with the wire code NEC-2 with 51 segments.
f = results.frequencies
z = results["port/feed/impedance"].values
nec = np.genfromtxt(REFERENCE / "nec_dipole_1m_r1mm.csv", delimiter=",", names=True, skip_header=1)
nec_f = 1e6 * nec["f_MHz"]


def resonance(f, r, x):
    """The frequency of zero reactance, and the resistance there."""
    at = np.interp(0, x, f)
    return at, np.interp(at, f, r)


band = (nec_f >= 100e6) & (nec_f <= 200e6)
at, r = resonance(f, z.real, z.imag)
nec_at, nec_r = resonance(nec_f[band], nec["R_n51"][band], nec["X_n51"][band])
agree("resonance", at / 1e6, nec_at / 1e6, "MHz", within=2, quick=3)
agree("resistance at resonance", r, nec_r, "ohm", within=3, quick=5)

# %% The pattern of a thin half-wave dipole: cos(pi/2 cos theta)/sin theta, 2.151 dBi.
gain = results["far/far/gain"]
theta = np.radians(gain.axes["theta"])
with np.errstate(divide="ignore", invalid="ignore"):
    theory = 2.151 + 20 * np.log10(np.abs(np.cos(np.pi / 2 * np.cos(theta)) / np.sin(theta)))
agree("gain", gain.values.max(), 2.151, "dBi", within=0.1, quick=0.2)

# %%
figure = plt.figure(figsize=(8, 3.6), layout="constrained")
ax = figure.add_subplot(1, 2, 1)
ax.plot(f / 1e6, z.real, label="R")
ax.plot(f / 1e6, z.imag, label="X")
ax.plot(nec_f[band] / 1e6, nec["R_n51"][band], "k.", label="NEC-2")
ax.plot(nec_f[band] / 1e6, nec["X_n51"][band], "k.")
ax.axhline(0, color="grey", linewidth=0.8)
ax.set(xlabel="Frequency (MHz)", ylabel="Impedance (ohm)", title=f"Resonance at {at / 1e6:.1f} MHz, {r:.1f} ohm")
ax.legend()
ax.grid(alpha=0.4)
polar = figure.add_subplot(1, 2, 2, projection="polar", theta_offset=np.pi / 2, theta_direction=-1)
for side, turn in enumerate([1, -1]):
    polar.plot(turn * theta, np.maximum(gain.values[0, :, side], -25), "C0", label="computed" if side == 0 else None)
    polar.plot(turn * theta[::8], np.maximum(theory, -25)[::8], "k.", label="closed form" if side == 0 else None)
polar.set(rlim=(-25, 5), title="Gain (dBi) at half a wavelength")
polar.legend(loc="lower right", bbox_to_anchor=(1.35, -0.12))
figure.savefig("half-wave-dipole.png", dpi=80)
