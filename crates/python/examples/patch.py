import poynting as pt

board, ground = pt.Box((-18e-3, -18e-3, 0), (18e-3, 18e-3, 1.575e-3)), pt.Box((-18e-3, -18e-3, 0), (18e-3, 18e-3, 0))
patch = pt.Box(("-8 mm", "-10 mm", "1.575 mm"), ("8 mm", "10 mm", "1.575 mm"))
scene = pt.Scene(
    domain=pt.Domain((-30e-3, -30e-3, -12e-3), (30e-3, 30e-3, 16e-3)), boundary=pt.Boundary(all="pml"),
    grid=pt.Grid(max_frequency="7 GHz", min_cell="1 mm", max_cell="3 mm"), materials={"laminate": pt.Material(eps_r=2.2)},
    structures=[pt.Structure("laminate", board), pt.Structure("pec", ground), pt.Structure("pec", patch)],
    ports=[pt.LumpedPort("probe", (-3e-3, 0, 0), (-3e-3, 0, 1.575e-3), "+z", resistance=50)],
    network=pt.Network(pt.FrequencyRange("5 GHz", "6.6 GHz", 161)), stop=pt.StopConditions(energy_decay="40 dB"),
    monitors=[pt.FarFieldMonitor("far", "5.8 GHz", from_=(-24e-3, -24e-3, -7e-3), to=(24e-3, 24e-3, 10e-3),
                                 phi=pt.AngleRange("0 deg", "270 deg", 4))], title="Patch antenna for 5.8 GHz")  # fmt: skip
results = scene.run()
results.plot_s().figure.savefig("s11.png")
results.plot_pattern("far").figure.savefig("pattern.png")
