"""All bad days, those that people meet most first."""

from tests.bad_days.disk_days import DISK_DAYS
from tests.bad_days.network_days import NETWORK_DAYS
from tests.bad_days.screen_days import SCREEN_DAYS
from tests.bad_days.system_days import SYSTEM_DAYS
from tests.bad_days.time_days import TIME_DAYS

DAYS = (*TIME_DAYS, *NETWORK_DAYS, *SCREEN_DAYS, *DISK_DAYS, *SYSTEM_DAYS)
