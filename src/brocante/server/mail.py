"""The links in letters: an address is confirmed, or taken out. Whoever has the letter may."""

from typing import Annotated

from litestar import Controller, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter
from sqlalchemy import update

from brocante.server import schema
from brocante.server.api import PROBLEMS, service_of
from brocante.server.letters import Letters
from brocante.server.moment import now
from brocante.server.outbox import drop
from brocante.server.seats import SECRETS, Token
from brocante.server.service import Service
from brocante.table.refusal import Refusal

DAY = 24 * 3600 * 1000  # milliseconds
TokenPath = Annotated[str, PathParameter(max_length=100)]
rows = schema.subscriptions.c


def letters_of(service: Service) -> Letters:
    """A Refusal where the server sends no mail."""
    if service.outbox.letters is None:
        raise Refusal("bad_request", "no_mail")
    return service.outbox.letters


class Mail(Controller):
    path = "/api/mail"
    tags = ("people",)

    @post("/confirm", summary="Confirm an address by its letter", responses=PROBLEMS, opt=SECRETS, status_code=204)
    async def confirm(self, state: State, data: JSONBody[Token]) -> None:
        service = service_of(state)
        target = letters_of(service).target("confirm", data.token)
        asked = (rows.target == target) & (rows.ready | (rows.made > now() - DAY))
        if not await service.store.write(update(schema.subscriptions).where(asked).values(ready=True)):
            raise Refusal("not_known", "link_used")

    @post("/stop/{token:str}", summary="Be told by mail no more", responses=PROBLEMS, opt=SECRETS, status_code=204)
    async def stop(self, state: State, token: TokenPath) -> None:
        """Programs that read mail do the same with one click (RFC 8058)."""
        service = service_of(state)
        target = letters_of(service).target("stop", token)
        await service.store.run(lambda connection: drop(connection, target))
