"""gunicorn's configuration for TLS 1.2 alone."""
import ssl


def ssl_context(config, make):
    context = make()
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    return context
