"""Scattering by a sphere: the series of G. Mie, Annalen der Physik 330, 377 (1908), in the notation of Bohren and Huffman.

Time dependence e^{+jwt}; the index of a lossy medium has a negative imaginary part.
"""

import numpy as np


def coefficients(x, m=None):
    """a_n and b_n of a sphere with k a = x and index m; a perfect conductor if m is None."""
    count = int(x + 4 * x ** (1 / 3) + 3)
    n = np.arange(1, count + 1)
    j, h = _riccati(x, count)
    j_before, h_before = np.append(np.sin(x), j[:-1]), np.append(np.exp(-1j * x) * 1j, h[:-1])
    j_slope, h_slope = j_before - n * j / x, h_before - n * h / x
    if m is None:
        return j_slope / h_slope, j / h
    inside = _logarithmic_slope(m * x, count)
    a, b = inside / m, inside * m
    return (a * j - j_slope) / (a * h - h_slope), (b * j - j_slope) / (b * h - h_slope)


def _riccati(x, count):
    """x j_n(x), by recurrence downwards, and x h_n(x) of the outgoing wave, upwards; n from 1."""
    down = [0.0, 1e-300]
    for n in range(count + 30, 0, -1):
        down.append((2 * n + 1) / x * down[-1] - down[-2])
    j = np.array(down[::-1][: count + 1])
    j *= np.sin(x) / j[0]
    y = [-np.cos(x), -np.cos(x) / x - np.sin(x)]
    for n in range(1, count):
        y.append((2 * n + 1) / x * y[-1] - y[-2])
    return j[1:], j[1:] - 1j * np.array(y[1:])


def _logarithmic_slope(z, count):
    """psi_n'(z)/psi_n(z) for n from 1, by recurrence downwards."""
    slope, slopes = 0j, []
    for n in range(count + int(abs(z)) + 15, 0, -1):
        slope = n / z - 1 / (slope + n / z)
        slopes.append(slope)
    # The recurrence steps from n to n - 1: the last value belongs to n = 0.
    return np.array(slopes[::-1][1 : count + 1])


def extinction(x, m):
    """Extinction efficiency: power removed from the wave, relative to the power incident on the cross section."""
    a, b = coefficients(x, m)
    return 2 / x**2 * np.sum((2 * np.arange(1, len(a) + 1) + 1) * (a + b).real)


def absorption(x, m):
    """Absorption efficiency: absorbed power, relative to the power incident on the cross section."""
    a, b = coefficients(x, m)
    scattered = 2 / x**2 * np.sum((2 * np.arange(1, len(a) + 1) + 1) * (abs(a) ** 2 + abs(b) ** 2))
    return extinction(x, m) - scattered


def backscatter(x, m=None):
    """Monostatic radar cross section relative to pi a^2."""
    a, b = coefficients(x, m)
    n = np.arange(1, len(a) + 1)
    return abs(np.sum((-1.0) ** n * (2 * n + 1) * (a - b))) ** 2 / x**2
