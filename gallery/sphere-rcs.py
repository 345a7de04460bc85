# %% [markdown]
# # Radar cross section of a metal sphere
# From the Rayleigh region through the resonances towards the geometric cross section, with one pulse.

# %%
import matplotlib.pyplot as plt
import numpy as np
from common import agree, load
from mie import backscatter

scene = load("sphere-rcs", quick={"grid/spacing": "2 mm", "stop/energy_decay": "40 dB"})
results = scene.run()

# %% Electrical size ka, and cross section relative to the geometric one.
radius = 30e-3
rcs = results["far/far/rcs"]
size = 2 * np.pi * rcs.axes["frequency"] / 299792458 * radius
found = 10 * np.log10(rcs.values[:, 0, 0] / (np.pi * radius**2))
theory = 10 * np.log10([backscatter(x) for x in size])
off = np.abs(found - theory)
agree("mean difference from the Mie series", off.mean(), 0, "dB", within=0.1, quick=0.3)
peak = np.argmax(theory)
agree(f"largest cross section, at ka = {size[peak]:.2f}", found[peak], theory[peak], "dB", within=0.1, quick=0.3)

# %%
figure, (top, bottom) = plt.subplots(2, 1, figsize=(8, 4), layout="constrained", sharex=True, height_ratios=[3, 1])
top.plot(size, found, label="computed, one pulse")
top.plot(size, theory, "k.", label="Mie series")
top.plot(size[size < 1], 10 * np.log10(9 * size[size < 1] ** 4), ":", color="grey", label="Rayleigh, $9 (ka)^4$")
top.axhline(0, color="grey", linewidth=0.8)
top.set(ylabel="RCS/πa² (dB)", ylim=(-6, 8), title="Metal sphere, monostatic")
top.legend()
bottom.plot(size, found - theory)
bottom.set(xlabel="ka", ylabel="Error (dB)")
for ax in (top, bottom):
    ax.grid(alpha=0.4)
figure.savefig("sphere-rcs.png")
