"""Draws the waveform of a recording with the mouth's curve below it, as SVG."""

from array import array

_WIDTH, _WAVE, _MOUTH, _GAP = 960, 120, 70, 14


def curve_picture(samples: array, openings: list[float], rate: int) -> str:
    """Returns the picture. openings: the mouth in steps of 20 ms."""
    columns = [samples[len(samples) * x // _WIDTH : len(samples) * (x + 1) // _WIDTH] for x in range(_WIDTH)]
    middle = _WAVE / 2
    peaks = [max((abs(value) for value in column), default=0) / 32768 * middle for column in columns]
    wave = "".join(f"M{x} {middle - peak:.1f}V{middle + peak + 0.5:.1f}" for x, peak in enumerate(peaks))
    step = _WIDTH / (len(samples) / rate) * 0.02
    bottom = _WAVE + _GAP + _MOUTH
    curve = " ".join(f"{n * step:.1f} {bottom - value * _MOUTH:.1f}" for n, value in enumerate(openings))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {bottom + 4}" role="img">\n'
        "<title>Her voice, and the opening of her mouth below it</title>\n"
        f'<path d="{wave}" stroke="#7a8699" stroke-width="1"/>\n'
        f'<polygon points="0 {bottom} {curve} {_WIDTH} {bottom}" fill="#f08a3c" fill-opacity="0.35"/>\n'
        f'<polyline points="{curve}" fill="none" stroke="#f08a3c" stroke-width="1.5"/>\n</svg>\n'
    )
