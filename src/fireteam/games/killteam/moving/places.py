"""Points to put something on: operatives set up, markers laid, equipment placed (KT-GEO-02, KT-GEO-18)."""

from __future__ import annotations

from fireteam.kit.plane import places


class Places(places.Places):
    """Where something may be put: any hundredth of an inch that its rule allows (see KT-GEO-02 and KT-GEO-18)."""

    reading_rule = "KT-GEO-18"
