"""Becomes a server on a free port of this machine: `launch.py httpbin FOLDER` or `launch.py nginx FOLDER PROGRAM`.

The socket is made here and handed down, so that no other program can take the port in between, and whoever connects too early waits. The port
is written to `FOLDER/NAME.port`.
"""
import os
import pathlib
import socket
import sys

HERE = pathlib.Path(__file__).parent


def listen(name, folder):
    """A listening socket that survives exec, and its port."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    listener.set_inheritable(True)
    port = listener.getsockname()[1]
    draft = folder / f"{name}.port.draft"
    draft.write_text(str(port))
    draft.rename(folder / f"{name}.port")
    return listener.detach(), port


def httpbin(folder):
    descriptor, _ = listen("httpbin", folder)
    command = ["gunicorn", "--bind", f"fd://{descriptor}", "--workers", "2", "--threads", "24", "--chdir", str(HERE)]
    command += ["--graceful-timeout", "1", "--log-level", "warning", "--limit-request-line", "0", "app:app"]
    os.execv(pathlib.Path(sys.executable).parent / "gunicorn", command)


def nginx(folder, program):
    upstream = (folder / "httpbin.port").read_text()
    descriptor, port = listen("nginx", folder)
    text = (HERE / "nginx.conf").read_text().replace("@port@", str(port)).replace("@upstream@", upstream)
    (folder / "nginx.conf").write_bytes(text.encode().replace(b"@latin@", b"\xfc\xdf"))
    os.environ["NGINX"] = f"{descriptor};"  # how nginx hands its own sockets to a new version of itself
    os.execv(program, ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")])


if sys.argv[1] == "httpbin":
    httpbin(pathlib.Path(sys.argv[2]))
else:
    nginx(pathlib.Path(sys.argv[2]), sys.argv[3])
