"""The attacks that Benchmarks/attacks.py measures, started smaller, those on one thing together, behind each proxy: somebody
else is answered meanwhile."""

from attackers import ATTACKS, SUBJECTS, Attack, Honest
from nodes import PROXIES, in_front_of


def run(checks, place):
    picture = place.photos["small"].read_bytes()
    for through in ("direct", *PROXIES):
        # Only the market itself is told addresses by its clients. What they do without that is asked behind the proxies.
        kinds = [kind for kind in ATTACKS.values() if kind.is_forwarded == (through == "direct")]
        server = place.market("attacked", "--trusted-proxy", "127.0.0.1")
        proxy = None if through == "direct" else in_front_of(server, through)
        port = proxy.listening_port if proxy else server.port
        try:
            for subject in SUBJECTS:
                chosen = [kind for kind in kinds if kind.subject == subject]
                if chosen:
                    hold(checks, chosen, through, Honest(port, f"127.200.{subject}.7", picture))
        finally:
            if proxy:
                proxy.end()
            server.kill()


def hold(checks, kinds, through, honest):
    attacks = [Attack(kind, honest, kind.share) for kind in kinds]
    try:
        calls = honest.ask({name for kind in kinds for name in kind.more})
        wrong = [f"{call.name} {call.status}" for call in calls if call.status != call.expected]
    finally:
        for attack in attacks:
            attack.end()
    checks.equal(wrong, [], f"{through}: somebody else is answered during attacks with {SUBJECTS[kinds[0].subject]}")
