# %% [markdown]
# # Yagi antenna
# Gain and front-to-back ratio of a three-element Yagi antenna, at three frequencies from one pulse.

# %%
import matplotlib.pyplot as plt
import numpy as np
from common import REFERENCE, agree, load

scene = load("yagi", quick={"grid/max_cell": "16 mm", "stop/energy_decay": "40 dB"})
results = scene.run()

# %% H plane, theta = 90 degrees, compared with NEC-2 with 51 segments per wire.
gain = results["far/far/gain"]
phi = gain.axes["phi"]
across = gain.values[:, np.argmin(abs(gain.axes["theta"] - 90)), :]
table = np.genfromtxt(
    REFERENCE / "nec_yagi3_pattern.csv", delimiter=",", names=True, skip_header=1, dtype=None, encoding="utf-8"
)
table = table[table["cut"] == "H"]


def nec(megahertz):
    """The gain from NEC-2 at the angles of the monitor; its table has half of the circle, the other half is symmetric."""
    rows = table[table["f_MHz"] == megahertz]
    return np.interp(180 - abs(180 - phi), rows["phi_deg"], rows["gain_dBi"])


for level, megahertz in zip(across, [290, 300, 310]):
    exact = nec(megahertz)
    agree(f"gain at {megahertz} MHz", level[0], exact[0], "dBi", within=0.2, quick=0.5)
    back = np.argmin(abs(phi - 180))
    found, wanted = level[0] - level[back], exact[0] - exact[back]
    agree(f"front-to-back ratio at {megahertz} MHz", found, wanted, "dB", within=1.5, quick=3)
    off = np.mean(abs(10 ** (level / 10) - 10 ** (exact / 10)))
    agree(f"mean error of the linear gain at {megahertz} MHz", off, 0, "", within=0.1, quick=0.25)

# %%
figure, ax = plt.subplots(figsize=(5.2, 4.6), layout="constrained", subplot_kw={"projection": "polar"})
around = np.radians(np.append(phi, 360))
for n, megahertz in enumerate([290, 300, 310]):
    ax.plot(around, np.append(across[n], across[n, 0]), f"C{n}", label=f"{megahertz} MHz")
    ax.plot(np.radians(phi[::3]), nec(megahertz)[::3], "k.", markersize=4, label="NEC-2" if n == 2 else None)
ax.set(rlim=(-15, 10), title="H-plane gain (dBi), director at 0°")
ax.legend(loc="lower left", bbox_to_anchor=(-0.25, -0.05))
figure.savefig("yagi.png", dpi=90)
