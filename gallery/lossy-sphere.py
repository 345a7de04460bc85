# %% [markdown]
# # Lossy sphere
# How much of a wave becomes heat in a lossy sphere, counted in two ways.

# %%
import matplotlib.pyplot as plt
import numpy as np
from common import agree, load
from mie import absorption

scene = load("lossy-sphere", quick={"grid/spacing": "1.5 mm", "stop/energy_decay": "50 dB"})
results = scene.run()

# %% Over the power that meets the shadow of the sphere, 1 V/m strong.
radius, eps_r, sigma = 30e-3, 3.99, 0.0707844994131455
c, eps0, eta = 299792458, 8.8541878128e-12, 376.730313668
flux = results["flux/absorbed"]
f = flux.axes["frequency"]
shadow = np.pi * radius**2 / (2 * eta)
entered, heat = -flux.values / shadow, results["absorption/lost"].values / shadow
size = 2 * np.pi * f / c * radius
theory = np.array([absorption(x, np.sqrt(eps_r - 1j * sigma / (2 * np.pi * at * eps0))) for x, at in zip(size, f)])
found, wanted = np.interp(2, size, heat), np.interp(2, size, theory)
agree("absorbed at ka = 2, over what meets the shadow", found, wanted, "", within=0.02, quick=0.05)
off = np.mean(np.abs(heat / theory - 1))
agree("mean difference from the Mie series", 100 * off, 0, "%", within=1, quick=2.5)
balance = np.max(np.abs(heat / entered - 1))
agree("what enters the box against what becomes heat", 100 * balance, 0, "%", within=0.05, quick=0.5)

# %%
figure, ax = plt.subplots(figsize=(8, 3.6), layout="constrained")
ax.plot(size, heat, label="heat in the sphere")
ax.plot(size, entered, "--", label="power through a box around it")
ax.plot(size, theory, "k.", label="Mie series")
ax.set(xlabel="ka", ylabel="absorbed power over that in the shadow", title="sphere with $\\epsilon_r$ = 3.99 and 0.071 S/m")
ax.legend()
ax.grid(alpha=0.4)
figure.savefig("lossy-sphere.png")
