# %% [markdown]
# # Lossy sphere
# The power absorbed in a lossy sphere, computed in two ways.

# %%
import matplotlib.pyplot as plt
import numpy as np
from common import agree, load
from mie import absorption

scene = load("lossy-sphere", quick={"grid/spacing": "1.5 mm", "stop/energy_decay": "50 dB"})
results = scene.run()

# %% Relative to the power incident on the cross section of the sphere, for a wave of 1 V/m.
radius, eps_r, sigma = 30e-3, 3.99, 0.0707844994131455
c, eps0, eta = 299792458, 8.8541878128e-12, 376.730313668
flux = results["flux/absorbed"]
f = flux.axes["frequency"]
shadow = np.pi * radius**2 / (2 * eta)
entered, heat = -flux.values / shadow, results["absorption/lost"].values / shadow
size = 2 * np.pi * f / c * radius
theory = np.array([absorption(x, np.sqrt(eps_r - 1j * sigma / (2 * np.pi * at * eps0))) for x, at in zip(size, f)])
found, wanted = np.interp(2, size, heat), np.interp(2, size, theory)
agree("absorption efficiency at ka = 2", found, wanted, "", within=0.02, quick=0.05)
off = np.mean(np.abs(heat / theory - 1))
agree("mean difference from the Mie series", 100 * off, 0, "%", within=1, quick=2.5)
balance = np.max(np.abs(heat / entered - 1))
agree("difference between flux into the box and dissipated power", 100 * balance, 0, "%", within=0.05, quick=0.5)

# %%
figure, ax = plt.subplots(figsize=(8, 3.6), layout="constrained")
ax.plot(size, heat, label="power dissipated in the sphere")
ax.plot(size, entered, "--", label="flux into a box around it")
ax.plot(size, theory, "k.", label="Mie series")
ax.set(xlabel="ka", ylabel="Absorption efficiency", title="Sphere with $\\epsilon_r$ = 3.99 and 0.071 S/m")
ax.legend()
ax.grid(alpha=0.4)
figure.savefig("lossy-sphere.png")
