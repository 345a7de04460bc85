# %% [markdown]
# # Slab between Bloch boundaries
# Reflection of both polarisations over the angle of incidence, compared with the formulas of Fresnel and Airy.

# %%
import matplotlib.pyplot as plt
import numpy as np
import poynting as pt
from common import QUICK, agree, load

scene = load("bloch-slab", quick={"stop/energy_decay": "50 dB"})


def tilted(degrees):
    """The scene with another angle of incidence."""
    angle = f"{degrees} deg"
    return scene.replace({"boundary/bloch/theta": angle, "sources/wave/theta": angle})


angles = np.array([20, 60]) if QUICK else np.array([5, 15, 25, 35, 45, 55, 60, 63.4])
swept = pt.sweep(tilted, angles, name="angle")

# %% Multiple reflections between the two faces, d = 10 mm apart (G. B. Airy, 1833).
k, d, eps = 2 * np.pi * 10e9 / 299792458, 10e-3, 4


def slab(degrees):
    """|r| and |t| of TE and TM."""
    outside = k * np.cos(np.radians(degrees))
    inside = k * np.sqrt(eps - np.sin(np.radians(degrees)) ** 2)
    face = np.array([(outside - inside) / (outside + inside), (eps * outside - inside) / (eps * outside + inside)])
    turn = np.exp(-2j * inside * d)
    return np.abs(face * (1 - turn) / (1 - face**2 * turn)), np.abs((1 - face**2) / (1 - face**2 * turn))


# %% The incident field is 1/sqrt 2 along y and cos(theta)/sqrt 2 along x.
def found(monitor):
    """Amplitudes of TE and TM over the angle."""
    te = np.abs(np.ravel(swept[f"field/{monitor}/Ey"].values))
    tm = np.abs(np.ravel(swept[f"field/{monitor}/Ex"].values)) / np.cos(np.radians(angles))
    return np.sqrt(2) * np.array([te, tm])


r, t = found("reflected"), found("transmitted")
exact_r, exact_t = slab(angles)
agree("largest error of |r| and |t|", np.max(np.abs([r - exact_r, t - exact_t])), 0, "", within=0.01, quick=0.01)
balance = r**2 + t**2
agree("reflected plus transmitted power", balance.flat[np.argmax(np.abs(balance - 1))], 1, "", within=0.01, quick=0.01)

# %%
figure, ax = plt.subplots(figsize=(8, 3.6), layout="constrained")
smooth = np.linspace(0, 75, 151)
for n, name in enumerate(["TE", "TM"]):
    ax.plot(smooth, slab(smooth)[0][n] ** 2, f"C{n}", label=f"{name}, Fresnel and Airy")
    ax.plot(angles, r[n] ** 2, f"C{n}o", label=f"{name}, computed")
ax.axvline(np.degrees(np.arctan(2)), color="grey", linestyle=":", label="Brewster angle")
ax.set(xlabel="Angle of incidence (deg)", ylabel="Reflected power", title="Slab of $\\epsilon_r$ = 4, 10 mm thick, at 10 GHz")
ax.legend()
ax.grid(alpha=0.4)
figure.savefig("bloch-slab.png")
