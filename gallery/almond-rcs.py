# %% [markdown]
# # Radar cross section of the NASA almond
# A target with a low radar cross section at its tip, by the method of moments, compared with the Austin RCS benchmark suite.

# %%
import matplotlib.pyplot as plt
import numpy as np
from common import QUICK, REFERENCE, agree, load

scene = load("almond-rcs", quick={"monitors/mono/frequencies": "3.5 GHz", "mom/elements_per_wavelength": 9})
results = scene.run()

# %% The simulation of the suite, by another integral equation code on a finer mesh. The score is that of the suite: the mean
# difference in dB, with levels limited to 80 dB below the maximum.
case = "fx1" if QUICK else "fx3"
phi = results["mono/mono/rcs_phi_phi"].axes["phi"]


def score(found, reference):
    """Mean difference in dB."""
    least = reference.max() - 80
    return np.mean(np.abs(np.maximum(found, least) - np.maximum(reference, least)))


curves = {}
for name, way in [("H", "phi_phi"), ("V", "theta_theta")]:
    found = results[f"mono/mono/rcs_{way}_level"].values[0, 0]
    reference = np.loadtxt(REFERENCE / f"austin/ref_rcs.III.A.s1.{case}.{name}.txt")[:, 3]
    agree(f"mean difference from the suite, {name}", score(found, reference), 0, "dB", within=0.5, quick=1)
    curves[name] = found, reference

# %%
figure, ax = plt.subplots(figsize=(8, 3.8), layout="constrained")
for n, (name, (found, reference)) in enumerate(curves.items()):
    ax.plot(phi, found, f"C{n}", label=f"{name}: E along {'φ' if name == 'H' else 'θ'}")
    ax.plot(phi[::6], reference[::6], "k.", markersize=4, label="Austin suite" if n else None)
at = results.frequencies[0] / 1e9
ax.set(xlabel="φ (deg), 0 at the tip", ylabel="RCS (dBsm)", xlim=(0, 180))
ax.set_title(f"Almond at {at:g} GHz, monostatic")
ax.legend()
ax.grid(alpha=0.4)
figure.savefig("almond-rcs.png")
