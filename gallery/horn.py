# %% [markdown]
# # Horn
# The gain of a pyramidal horn, compared with that of its aperture field.

# %%
import matplotlib.pyplot as plt
import numpy as np
from common import agree, load

scene = load("horn", quick={"grid/max_cell": "2.5 mm", "grid/cells_per_wavelength": 10, "stop/energy_decay": "30 dB"})
results = scene.run()

# %% The aperture field is that of the guide, stretched, with the phase of a wave from the point where the walls would meet
# (C. A. Balanis, Antenna Theory, section 13.4). The gain of an aperture is 4 pi/lambda^2 |sum E|^2/sum |E|^2.
width, height = 60e-3, 45e-3
apex_x, apex_y = 60e-3 / (1 - 22.86 / 60), 60e-3 / (1 - 10.16 / 45)


def aperture_gain(frequency):
    """Gain in dBi."""
    k = 2 * np.pi * frequency / 299792458
    x, y = np.linspace(-width / 2, width / 2, 401), np.linspace(-height / 2, height / 2, 401)[:, None]
    e = np.cos(np.pi * x / width) * np.exp(-0.5j * k * (x**2 / apex_x + y**2 / apex_y))
    area = (x[1] - x[0]) * (y[1, 0] - y[0, 0])
    return 10 * np.log10(k**2 / np.pi * area * abs(e.sum()) ** 2 / np.sum(abs(e) ** 2))


# %%
# Lossless metal: the gain equals the directivity.
gain = results["far/far/directivity"]
ahead = gain.values[:, 0, 0]
for level, frequency in zip(ahead, gain.axes["frequency"]):
    agree(f"gain at {frequency / 1e9:g} GHz", level, aperture_gain(frequency), "dBi", within=0.5, quick=0.8)
s11 = 20 * np.log10(np.abs(results.s[:, 0, 0]))
print(f"reflection: {s11.max():.1f} dB or better from 8 to 12 GHz")

# %%
figure = plt.figure(figsize=(8, 3.6), layout="constrained")
polar = results.plot_pattern("far", frequency=10e9, ax=figure.add_subplot(1, 2, 1, projection="polar"))
polar.set_title(f"Gain at 10 GHz, maximum {ahead[1]:.1f} dBi")
field = results["field/side/Ey"]
y, z = 1e3 * field.axes["y"], 1e3 * field.axes["z"]
ax = figure.add_subplot(1, 2, 2, aspect="equal")
image = ax.pcolormesh(z, y, np.squeeze(field.values).real, cmap="RdBu", vmin=-120, vmax=120)
figure.colorbar(image, label="$E_y$ (V/m)", shrink=0.8)
ax.set(xlabel="z (mm)", ylabel="y (mm)", title="Instantaneous field")
figure.savefig("horn.png", dpi=75)
