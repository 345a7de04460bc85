# %% [markdown]
# # Waveguide bend
# Transmission around a sharp corner of a WR-90 waveguide, compared with mode matching.

# %%
import matplotlib.pyplot as plt
import numpy as np
from common import agree, load

scene = load("waveguide-bend", quick={"grid/spacing": ["1.524 mm", "2.54 mm", "1.524 mm"], "stop/energy_decay": "40 dB"})
results = scene.run()

# %% Mode matching. With p_n = n pi/a and k_n = sqrt(k^2 - p_n^2) the field in the square of the corner is
#
#     E = sum A_n sin(p_n x) sin(k_n z)/sin(k_n a) + B_n sin(p_n z) sin(k_n x)/sin(k_n a),
#
# so A_n and B_n are the modes in the two openings; their derivatives there must match those of the waves in the arms.
a = 22.86e-3


def corner(frequency, modes=40):
    """S11 and S21 of the corner, with reference planes at its openings."""
    n = np.arange(1, modes + 1)
    k, p = 2 * np.pi * frequency / 299792458, n * np.pi / a
    along = np.sqrt(k**2 - p**2 + 0j)
    along = np.where(along.imag > 0, -along, along)
    own = np.diag(along / np.tan(along * a) + 1j * along)
    signed = (-1.0) ** n * p
    other = 2 / a * np.outer(signed, signed) / (k**2 - p[:, None] ** 2 - p**2)
    driven = np.zeros(2 * modes, complex)
    driven[0] = 2j * along[0]
    waves = np.linalg.solve(np.block([[own, other], [other, own]]), driven)
    return waves[0] - 1, waves[modes]


# %%
f = results.frequencies
found = results.s[:, :2, 0]
theory = np.array([corner(frequency) for frequency in f])
off = np.max(np.abs(np.abs(found) - np.abs(theory)))
agree("largest error of |S| compared with mode matching", off, 0, "", within=0.02, quick=0.06)
balance = np.sum(np.abs(found) ** 2, axis=1)
agree("reflected plus transmitted power", balance[np.argmax(abs(balance - 1))], 1, "", within=0.01, quick=0.03)
middle = np.argmin(abs(f - 10e9))
agree("reflected power at 10 GHz", np.abs(found[middle, 0]) ** 2, np.abs(theory[middle, 0]) ** 2, "", within=0.02, quick=0.06)

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.6), layout="constrained")
for n, name in enumerate(["S_{11}", "S_{21}"]):
    left.plot(f / 1e9, np.abs(found[:, n]), label=f"$|{name}|$")
    left.plot(f[::3] / 1e9, np.abs(theory[::3, n]), "k.", label="mode matching" if n else None)
left.set(xlabel="Frequency (GHz)", ylim=(0, 1.05), title="Sharp corner of a WR-90 waveguide")
left.legend()
left.grid(alpha=0.4)
results.plot_field("middle", "Ey", ax=right)
right.set_title("Field at 10 GHz")
figure.savefig("waveguide-bend.png")
