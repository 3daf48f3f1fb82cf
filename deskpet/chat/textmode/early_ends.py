"""The notices of answers that are ended early, because nothing that follows is of use. The request is then closed."""

from deskpet.chat.actions import RETRY
from deskpet.chat.messages import Notice
from deskpet.translation import tr_noop

LEFT_ROLE = Notice(
    "warning",
    "left_role",
    tr_noop("The model left its role, so the answer was ended"),
    tr_noop("It went on after the end of its turn, or wrote the words of another role; that part is left out."),
    tr_noop("It may be a base model, or its server has a wrong chat template: choose an instruct model."),
)
REPEATS_ITSELF = Notice(
    "warning",
    "repeats_itself",
    tr_noop("The model repeats itself, so the answer was ended"),
    tr_noop("The same words came again and again; the request was closed."),
    tr_noop("Ask again, or choose a larger model. A wrong chat template on the server causes this as well."),
    actions=(RETRY,),
)
