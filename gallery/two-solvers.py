# %% [markdown]
# # Two solvers on one scene
# For a cone-sphere no closed form is known. Two methods that share only the scene validate each other.

# %%
import matplotlib.pyplot as plt
import numpy as np
import poynting as pt
from common import agree, load

scene = load(
    "two-solvers",
    quick={"grid/spacing": "2 mm", "stop/energy_decay": "40 dB", "mom/elements_per_wavelength": 14},
)
fields, currents = scene.run(solver="fdtd"), scene.run(solver="mom")
print(pt.compare(fields, currents))

# %% Bistatic cross section in the H plane, in dBsm.
levels = [run["far/far/rcs_level"].values[0, 0] for run in (fields, currents)]
phi = fields["far/far/rcs_level"].axes["phi"]
off = levels[0] - levels[1]
agree("mean difference between the solvers", np.mean(np.abs(off)), 0, "dB", within=0.25, quick=0.6)
agree("forward direction", levels[0][0], levels[1][0], "dB", within=0.15, quick=0.3)

# %%
figure, (top, bottom) = plt.subplots(2, 1, figsize=(8, 4), layout="constrained", sharex=True, height_ratios=[3, 1])
top.plot(phi, levels[0], label="FDTD: fields on a grid, time domain")
top.plot(phi[::3], levels[1][::3], "k.", label="method of moments: currents on triangles, frequency domain")
top.set(ylabel="RCS (dBsm)", title="Cone-sphere at 4.77 GHz, wave incident on the tip")
top.legend()
bottom.plot(phi, off)
bottom.set(xlabel="φ (deg), 0 forward, 180 backward", ylabel="Difference (dB)", xlim=(0, 180))
for ax in (top, bottom):
    ax.grid(alpha=0.4)
figure.savefig("two-solvers.png")
