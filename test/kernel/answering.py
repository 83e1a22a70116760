"""A course kernel that answers."""

from jupyter_client.manager import KernelManager


def answering_kernel(**options):
    """Starts one, with options of `start_kernel`. A port that was found free may be taken when the kernel wants it."""
    for tries_left in (2, 1, 0):
        manager = KernelManager(kernel_name="parallel-training")
        manager.start_kernel(**options)
        client = manager.client()
        client.start_channels()
        try:
            client.wait_for_ready(timeout=60)
            return manager, client
        except RuntimeError:
            if tries_left == 0:
                raise
            client.stop_channels()
            manager.shutdown_kernel(now=True)
