# %% [markdown]
# # Patch antenna
# Resonance, match and pattern of a probe-fed rectangular patch.

# %%
import matplotlib.pyplot as plt
import numpy as np
from common import agree, load

scene = load("patch-antenna", quick={"grid/max_cell": "1.5 mm", "stop/energy_decay": "30 dB"})
results = scene.run()

# %% Half a wavelength between the effective ends, slightly beyond the metal: the open end of a wide line by M. Kirschning,
# R. H. Jansen and N. H. L. Koster (Electron. Lett. 17, 123, 1981).
c, eps_r, height, width, length = 299792458, 2.2, 1.575e-3, 20e-3, 16e-3
u = width / height
eps = (eps_r + 1) / 2 + (eps_r - 1) / 2 / np.sqrt(1 + 12 / u)
a = 0.434907 * (eps**0.81 + 0.26) / (eps**0.81 - 0.189) * (u**0.8544 + 0.236) / (u**0.8544 + 0.87)
b = 1 + u**0.371 / (2.358 * eps_r + 1)
b = 1 + 0.5274 * np.arctan(0.084 * u ** (1.9413 / b)) / eps**0.9236
d = 1 + 0.0377 * np.arctan(0.067 * u**1.456) * (6 - 5 * np.exp(0.036 * (1 - eps_r)))
further = height * a * b / d * (1 - 0.218 * np.exp(-7.5 * u))
theory = c / (2 * (length + 2 * further) * np.sqrt(eps))

# %% At resonance the resistance is largest; the probe inductance shifts the best match slightly above it.
f = results.frequencies
z = results["port/probe/impedance"].values
s11 = 20 * np.log10(np.abs(results.s[:, 0, 0]))
resonance, match = f[np.argmax(z.real)], f[np.argmin(s11)]
agree("resonance", resonance / 1e9, theory / 1e9, "GHz", within=0.15, quick=0.25)
gain = results["far/far/gain"].values.max()
print(f"best match {s11.min():.1f} dB at {match / 1e9:.2f} GHz, gain {gain:.1f} dBi")
efficiency = results["far/far/efficiency"].values[0]
agree("radiated over accepted power, lossless", efficiency, 1, "", within=0.02, quick=0.05)

# %%
figure = plt.figure(figsize=(8, 3.6), layout="constrained")
ax = figure.add_subplot(1, 2, 1)
ax.plot(f / 1e9, s11, label="$|S_{11}|$")
ax.axvline(theory / 1e9, color="k", linestyle=":", label="half a wavelength, closed form")
ax.axvline(resonance / 1e9, color="C1", linestyle="--", label="resonance, computed")
ax.set(xlabel="Frequency (GHz)", ylabel="$|S_{11}|$ (dB)", title=f"Best match {s11.min():.1f} dB at {match / 1e9:.2f} GHz", ylim=(-20, 0.5))
ax.legend(loc="lower left")
ax.grid(alpha=0.4)
polar = results.plot_pattern("far", ax=figure.add_subplot(1, 2, 2, projection="polar"))
polar.set_title(f"Gain at 5.8 GHz, maximum {gain:.1f} dBi")
figure.savefig("patch-antenna.png", dpi=75)
