# %% [markdown]
# # Drude nanosphere
# The plasmon of a small metal sphere: frequency and width from one pulse, compared with the Mie series and the Fröhlich condition.

# %%
import matplotlib.pyplot as plt
import numpy as np
from common import agree, load
from mie import extinction

scene = load("drude-nanosphere", quick={"grid/spacing": "2.5 nm", "stop/energy_decay": "40 dB"})
results = scene.run()

# %% The optical theorem: the extinction follows from the field in the forward direction. The far field is referred to the
# centre, the phase of the wave to the face where it enters the box.
radius, entry, c = 25e-9, -27.5e-9, 299792458
forward = results["far/forward/Etheta"]
f = forward.axes["frequency"]
k = 2 * np.pi * f / c
found = 4 / (k * radius**2) * (1j * forward.values[:, 0, 0] * np.exp(-1j * k * entry)).real


def medium(frequency):
    """Refractive index of a Drude medium with a plasma frequency of 2000 THz and a collision frequency of 50 THz."""
    return np.sqrt(1 - 2000e12**2 / (frequency**2 - 50e12j * frequency))


theory = np.array([extinction(2 * np.pi * at / c * radius, medium(at)) for at in f])


def peak(values):
    """The maximum of a parabola through the largest value and its neighbours."""
    n = np.argmax(values)
    bend, slope, _ = np.polyfit([-1, 0, 1], 1 / values[n - 1 : n + 2], 2)
    return f[n] - slope / (2 * bend) * (f[1] - f[0])


agree("plasmon", peak(found) / 1e12, peak(theory) / 1e12, "THz", within=10, quick=20)
agree("peak extinction relative to Mie", found.max() / theory.max(), 1, "", within=0.06, quick=0.1)
agree("extinction over the whole band relative to Mie", found.sum() / theory.sum(), 1, "", within=0.02, quick=0.03)
frohlich = 2000 / np.sqrt(3)
print(f"Fröhlich condition for a sphere much smaller than the wavelength, eps = -2: {frohlich:.0f} THz")

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.6), layout="constrained", width_ratios=[1.3, 1])
left.plot(f / 1e12, found, label="computed, one pulse")
left.plot(f[::2] / 1e12, theory[::2], "k.", label="Mie series")
left.axvline(frohlich, color="grey", linestyle=":", label="Fröhlich, $\\epsilon$ = -2")
left.set(xlabel="Frequency (THz)", ylabel="Extinction efficiency", title="Metal sphere of 25 nm radius")
left.legend(loc="center right")
left.grid(alpha=0.4)
results.plot_field("near", "Ex", ax=right)
right.set_title("Field at the plasmon")
figure.savefig("drude-nanosphere.png")
