"""How a server is run; every setting is a flag of the command."""

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address
from pathlib import Path

from platformdirs import user_data_path


@dataclass(frozen=True)
class MailServer:
    """Where mail goes out, whom it is from, and the address of ours that its links begin with."""

    host: str
    port: int
    encrypted: bool  # from the first byte on; else once both have agreed to (STARTTLS)
    user: str
    password: str
    sender: str
    home: str


@dataclass(frozen=True)
class Settings:
    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    origins: frozenset[str] = frozenset()  # beside the own address
    limits: bool = True
    natural: bool = True  # bots take a moment
    waiting: float = 3600.0  # seconds that a public table is listed without its host
    logs: bool = True
    proxies: frozenset[IPv4Network | IPv6Network] = frozenset()  # believed on who asks, and whether by HTTPS
    metrics: tuple[str, int] | None = None  # address and port where they are served
    root: str = ""  # the part of the address before our own paths, as /brocante
    keep: int | None = None  # days that tables are kept at which nothing happens; None: for ever
    records: Path | None = None  # where finished games go then
    contact: str = ""  # where push services can reach the operator, as mailto:… or https://…
    mail: MailServer | None = None
    push_networks: frozenset[IPv4Network | IPv6Network] = frozenset()  # beside the public internet

    @property
    def is_private(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host == "localhost" or (is_address(self.host) and ip_address(self.host).is_loopback)

    def is_proxy(self, host: str) -> bool:
        return is_address(host) and any(ip_address(host) in proxy for proxy in self.proxies)


def is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def own_database() -> str:
    """The embedded database: a file in the user's data folder."""
    folder = user_data_path("brocante", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


def own_records() -> Path:
    """Where finished games are written to before they are removed from the database."""
    return user_data_path("brocante", appauthor=False) / "records"


CLIENT = Path(__file__).parent.parent / "client"  # the built browser client, where there is one
