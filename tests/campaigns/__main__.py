"""Run a campaign by its name (`make campaign NAME=public ARGS=FOLDER`)."""

import sys

from tests.campaigns import public, released

CAMPAIGNS = {"public": public.main, "released": released.main}


def main(arguments: list[str]) -> int:
    """Run the campaign named first. Returns 2 if there is none of that name."""
    if not arguments or arguments[0] not in CAMPAIGNS:
        print(f"no such campaign: there are {', '.join(CAMPAIGNS)}")
        return 2
    return CAMPAIGNS[arguments[0]](arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
