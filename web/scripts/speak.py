"""Speaks sentences into files for `npm run voices -- --make`: each line of the input is a path and a
sentence, separated by a tab. The voice is SVOX Pico (Apache-2.0), from the package py-nanotts; its
speech is encoded as Opus by opusenc.
"""

import array
import shutil
import subprocess
import sys

RATE = 16_000
# Children listen: a little slower than the voice speaks by itself.
SPEED = 0.9
VOICES = {"fr": "fr-FR", "en": "en-GB"}
# The voice knows nothing above 8 kHz: Opus needs no more for it.
KBITS = "9"


def main(language: str) -> int:
    try:
        from py_nanotts import NanoTTS
    except ImportError:
        print("missing: pip install py-nanotts", file=sys.stderr)
        return 1
    if shutil.which("opusenc") is None:
        print("missing: opusenc (on Debian: apt-get install opus-tools)", file=sys.stderr)
        return 1
    voice = NanoTTS()
    for line in sys.stdin:
        path, sentence = line.rstrip("\n").split("\t", 1)
        speech = voice.speak(sentence, voice=VOICES[language], speed=SPEED)
        encode(path, prepared(array.array("h", speech)))
    return 0


def prepared(samples: array.array) -> array.array:
    """The speech without silence around it, as loud as the others, with 0.2 s of silence after."""
    loud = [place for place, value in enumerate(samples) if abs(value) > 200]
    if not loud:
        raise ValueError("a sentence without speech")
    speech = samples[loud[0] : loud[-1] + 1]
    mean = (sum(value * value for value in speech) / len(speech)) ** 0.5
    peak = max(abs(value) for value in speech)
    gain = min(3_500 / mean, 30_000 / peak)
    scaled = array.array("h", (int(value * gain) for value in speech))
    return scaled + array.array("h", [0] * (RATE // 5))


def encode(path: str, samples: array.array) -> None:
    command = ["opusenc", "--quiet", "--raw", "--raw-rate", str(RATE), "--raw-chan", "1"]
    command += ["--speech", "--bitrate", KBITS, "--framesize", "60", "--discard-comments", "-", path]
    subprocess.run(command, input=samples.tobytes(), check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
