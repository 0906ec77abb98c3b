"""Becomes a server on free ports of this machine: `launch.py NAME FOLDER [PROGRAM]`.

The sockets are made here and handed down, so that no other program can take a port in between, and whoever connects too early waits. Each
port is written to `FOLDER/NAME.port`.
"""
import os
import pathlib
import shutil
import socket
import sys

HERE = pathlib.Path(__file__).parent

# The servers of nginx, and the address that each listens on.
NGINX = {name: "127.0.0.1" for name in ("nginx", "tls", "http2", "unknown", "expired", "elsewhere", "selfsigned", "tls10")}
NGINX |= {"ipv6": "::1"}


def listen(name, folder, host="127.0.0.1"):
    """A listening socket that survives exec, and its port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, 0), family=family, backlog=1024)
    listener.set_inheritable(True)
    port = listener.getsockname()[1]
    draft = folder / f"{name}.port.draft"
    draft.write_text(str(port))
    draft.rename(folder / f"{name}.port")
    return listener.detach(), port


def gunicorn(descriptor, *options):
    command = ["gunicorn", "--bind", f"fd://{descriptor}", "--chdir", str(HERE), "--graceful-timeout", "1", "--keep-alive", "15"]
    command += ["--log-level", "warning", "--limit-request-line", "0", *options, "app:app"]
    os.execv(pathlib.Path(sys.executable).parent / "gunicorn", command)


def httpbin(folder):
    gunicorn(listen("httpbin", folder)[0], "--workers", "2", "--threads", "24")


def mutual(folder, name="mutual", *options):
    """httpbin for those who show a certificate of the private authority."""
    files = ["--certfile", f"{folder}/good.pem", "--keyfile", f"{folder}/good.key", "--ca-certs", f"{folder}/private.pem"]
    gunicorn(listen(name, folder)[0], "--threads", "4", "--cert-reqs", "2", *files, *options)


def mutual12(folder):
    """The same with TLS 1.2 alone."""
    mutual(folder, "mutual12", "--config", str(HERE / "tls12.py"))


def nginx(folder, program):
    shutil.copy(HERE / "secure.conf", folder)
    run_nginx(folder, folder, program, NGINX, "nginx.conf")


def restless(folder, program):
    (folder / "restless").mkdir()
    run_nginx(folder, folder / "restless", program, {"restless": "127.0.0.1"}, "restless.conf")


def run_nginx(folder, home, program, hosts, config):
    upstream = folder / "httpbin.port"
    values = {"upstream": upstream.read_text() if upstream.exists() else "", "folder": str(folder)}
    descriptors = []
    for name, host in hosts.items():
        try:
            descriptor, port = listen(name, folder, host)
        except OSError:  # no IPv6 here: `ipv6.port` is missing, and nginx listens on another Unix-domain socket in its place
            values[name] = f"unix:{folder}/{name}.sock"
            continue
        descriptors.append(descriptor)
        values[name] = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    text = (HERE / config).read_text()
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    (home / "nginx.conf").write_bytes(text.encode().replace(b"@latin@", b"\xfc\xdf"))
    os.environ["NGINX"] = "".join(f"{descriptor};" for descriptor in descriptors)  # how nginx hands sockets to its next version
    os.execv(program, ["nginx", "-p", str(home), "-c", str(home / "nginx.conf"), "-e", str(home / "error.log")])


def frames(folder):
    os.execv(sys.executable, [sys.executable, str(HERE / "frames.py"), str(listen("frames", folder)[0]), str(folder)])


def hostile(folder):
    descriptors = [str(listen(f"hostile{version}", folder)[0]) for version in (1, 2)]
    (folder / "hostile.port").touch()
    os.execv(sys.executable, [sys.executable, str(HERE / "hostile.py"), str(folder), *descriptors])


def proxy(folder, program):
    """tinyproxy for ann with her password. It makes its own socket, so its port was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    lines = ["Listen 127.0.0.1", f"Port {port}", "BasicAuth ann geheim", f'LogFile "{folder}/tinyproxy.log"', "LogLevel Connect"]
    (folder / "tinyproxy.conf").write_text("\n".join([*lines, "MaxClients 50", "Timeout 60", ""]))
    (folder / "proxy.port").write_text(str(port))
    os.execv(program, ["tinyproxy", "-d", "-c", str(folder / "tinyproxy.conf")])


def front(folder):
    """TLS in front of the proxy."""
    port = (folder / "proxy.port").read_text()
    os.execv(sys.executable, [sys.executable, str(HERE / "front.py"), str(listen("front", folder)[0]), port, str(folder)])


globals()[sys.argv[1]](pathlib.Path(sys.argv[2]), *sys.argv[3:])
