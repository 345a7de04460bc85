# %% [markdown]
# # Low-pass filter
# The microstrip filter with which Sheen and others demonstrated FDTD for planar circuits in 1990.

# %%
import matplotlib.pyplot as plt
import numpy as np
from common import REFERENCE, agree, load

scene = load(
    "low-pass-filter",
    quick={"grid/max_cell": "1.2 mm", "grid/max_frequency": "8 GHz", "stop/energy_decay": "30 dB"},
)
results = scene.run()

# %% openEMS on a finer grid; both are referred to the impedance of the line.
f = results.frequencies
s11, s21 = np.abs(results.s[:, 0, 0]), np.abs(results.s[:, 1, 0])
other = np.genfromtxt(REFERENCE / "sheen_lowpass_openems.csv", delimiter=",", names=True, skip_header=1)
other_f, other_s21 = 1e9 * other["f_GHz"], 10 ** (other["S21_dB_fine"] / 20)


def cutoff(f, passed):
    """The lowest frequency at which half of the power is transmitted."""
    n = np.argmax(passed < np.sqrt(0.5))
    return np.interp(np.sqrt(0.5), [passed[n], passed[n - 1]], [f[n], f[n - 1]])


def null(f, passed):
    """The frequency of least transmission below 7.6 GHz."""
    below = np.where((f > 6.5e9) & (f < 7.6e9), passed, 1)
    return f[np.argmin(below)]


agree("cut-off", cutoff(f, s21) / 1e9, cutoff(other_f, other_s21) / 1e9, "GHz", within=0.07, quick=0.14)
agree("first null", null(f, s21) / 1e9, null(other_f, other_s21) / 1e9, "GHz", within=0.16, quick=0.32)
worst = np.max(np.abs(np.interp(other_f, f, s21) - other_s21)[other_f < 10e9])
agree("largest error of |S21| below 10 GHz", worst, 0, "", within=0.08, quick=0.15)
balance = np.max((s11**2 + s21**2)[f < 5e9])
agree("reflected plus transmitted power below 5 GHz", balance, 1, "", within=0.02, quick=0.06)

# %%
figure, ax = plt.subplots(figsize=(8, 3.6), layout="constrained")
ax.plot(f / 1e9, 20 * np.log10(s21), label="$|S_{21}|$")
ax.plot(f / 1e9, 20 * np.log10(s11), label="$|S_{11}|$")
ax.plot(other_f[::4] / 1e9, other["S21_dB_fine"][::4], "k.", markersize=3, label="openEMS")
ax.plot(other_f[::4] / 1e9, other["S11_dB_fine"][::4], "k.", markersize=3)
ax.set(xlabel="Frequency (GHz)", ylabel="|S| (dB)", ylim=(-50, 2), xlim=(1, 20))
ax.set_title(f"Microstrip low-pass filter, cut-off at {cutoff(f, s21) / 1e9:.2f} GHz")
ax.legend(loc="lower right")
ax.grid(alpha=0.4)
figure.savefig("low-pass-filter.png")
