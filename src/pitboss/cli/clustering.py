"""`pitboss cluster`: how to let several machines simulate together."""

from __future__ import annotations

import socket
from importlib.metadata import version

GUIDE = """\
Several machines can deal one simulation; the result is the same as on one.

  {extra}

1. On the machine that hands out the work, here for example:

     dask scheduler --port 8786

2. On every machine that is to deal, this one too if you like. It needs the same version of pitboss
   ({version}), and there too: {install}

     dask worker {address}

3. Anywhere:

     pitboss simulate half-back --rounds 100G --cluster {address} --job half-back.job

Workers may join, leave and die while it runs. With --device cuda they deal on their GPUs; start one
worker for each GPU then, with CUDA_VISIBLE_DEVICES=0 dask worker {address} --nthreads 1

All on this machine, to try it:

     dask scheduler --host 127.0.0.1 --port 8786 &
     dask worker tcp://127.0.0.1:8786 &
     pitboss simulate blackjack --rounds 1G --cluster tcp://127.0.0.1:8786

Whoever reaches the scheduler's port can run programs on the workers: keep it inside your network.
"""


def cluster() -> None:
    """Explain how to start a cluster and simulate on it."""
    import pitboss
    from pitboss.extras import install_hint
    from pitboss.sim.cluster import is_installed

    if is_installed():
        extra = f"What it needs is installed here (distributed {version('distributed')})."
    else:
        extra = f"What it needs is not installed here: {install_hint('cluster')}"
    address = f"tcp://{socket.gethostname()}:8786"
    install = install_hint("cluster", elsewhere=True)
    print(
        GUIDE.format(extra=extra, version=pitboss.__version__, address=address, install=install),
        end="",
    )
