# %% [markdown]
# # Drude nanosphere
# The plasmon of a small metal sphere: place and width from one pulse, against the Mie series and Fröhlich's rule.

# %%
import matplotlib.pyplot as plt
import numpy as np
from common import agree, load
from mie import extinction

scene = load("drude-nanosphere", quick={"grid/spacing": "2.5 nm", "stop/energy_decay": "40 dB"})
results = scene.run()

# %% The optical theorem: what the sphere takes from the wave follows from the field straight ahead. The far field is seen
# from the centre, the wave has its own phase where it enters the box.
radius, entry, c = 25e-9, -27.5e-9, 299792458
forward = results["far/forward/Etheta"]
f = forward.axes["frequency"]
k = 2 * np.pi * f / c
found = 4 / (k * radius**2) * (1j * forward.values[:, 0, 0] * np.exp(-1j * k * entry)).real


def medium(frequency):
    """The index of free charges with a plasma frequency of 2000 THz and 50 THz of collisions."""
    return np.sqrt(1 - 2000e12**2 / (frequency**2 - 50e12j * frequency))


theory = np.array([extinction(2 * np.pi * at / c * radius, medium(at)) for at in f])


def peak(values):
    """Where a parabola through the largest value and its neighbours stands highest."""
    n = np.argmax(values)
    bend, slope, _ = np.polyfit([-1, 0, 1], 1 / values[n - 1 : n + 2], 2)
    return f[n] - slope / (2 * bend) * (f[1] - f[0])


agree("plasmon", peak(found) / 1e12, peak(theory) / 1e12, "THz", within=10, quick=20)
agree("largest extinction over that by Mie", found.max() / theory.max(), 1, "", within=0.06, quick=0.1)
agree("extinction of the whole band over that by Mie", found.sum() / theory.sum(), 1, "", within=0.02, quick=0.03)
frohlich = 2000 / np.sqrt(3)
print(f"Fröhlich's rule for a sphere much smaller than the wave, eps = -2: {frohlich:.0f} THz")

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.6), layout="constrained", width_ratios=[1.3, 1])
left.plot(f / 1e12, found, label="computed, one pulse")
left.plot(f[::2] / 1e12, theory[::2], "k.", label="Mie series")
left.axvline(frohlich, color="grey", linestyle=":", label="Fröhlich, $\\epsilon$ = -2")
left.set(xlabel="frequency [THz]", ylabel="extinction over that of the shadow", title="metal sphere of 25 nm radius")
left.legend(loc="center right")
left.grid(alpha=0.4)
results.plot_field("near", "Ex", ax=right)
right.set_title("its field at the plasmon")
figure.savefig("drude-nanosphere.png")
