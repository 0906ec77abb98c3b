"""httpbin under gunicorn, and beside it what httpbin cannot do: digests of large bodies, whole multipart bodies, slow redirects, zstd."""
import gzip
import hashlib
import json
import time

from httpbin import app as httpbin
from werkzeug.wrappers import Request, Response


def fingerprint(stream):
    """How long a stream is, and its SHA-256."""
    digest, length = hashlib.sha256(), 0
    while piece := stream.read(1 << 18):
        digest.update(piece)
        length += len(piece)
    return {"length": length, "sha256": digest.hexdigest()}


def digest(request):
    """What arrived of the body, how it was announced, and the path as WSGI decodes it."""
    seen = {**fingerprint(request.environ["wsgi.input"]), "path": request.path}
    for key, name in ("type", "Content-Type"), ("announced", "Content-Length"), ("coding", "Transfer-Encoding"):
        seen[key] = request.headers.get(name)
    return seen


def parsed(request):
    """A form or a multipart body as Werkzeug reads it."""
    fields = [[name, value] for name, value in request.form.items(multi=True)]
    files = [
        {"name": name, "filename": file.filename, "type": file.content_type, **fingerprint(file.stream)}
        for name, file in request.files.items(multi=True)
    ]
    return {"fields": fields, "files": files}


def zstd(request):
    """`{"zstd": true}` as one raw block of a Zstandard frame (RFC 8878), which takes no encoder."""
    content = b'{"zstd": true}'
    frame = b"\x28\xb5\x2f\xfd\x20" + bytes([len(content)]) + (len(content) << 3 | 1).to_bytes(3, "little") + content
    return Response(frame, headers={"Content-Encoding": "zstd", "Content-Type": "application/json"})


def slow(request):
    """Leads to the next number below, after 0.4 s, and at last to `/get`."""
    time.sleep(0.4)
    left = int(request.path.rsplit("/", 1)[1])
    return Response(status=302, headers={"Location": f"/slow/{left - 1}" if left > 1 else "/get"})


def cut(request):
    """Half of what was announced, or chunks without an end; plain or compressed. Gunicorn then closes the connection."""
    body, kind = b'{"numbers": [' + b"1, " * 30_000 + b"1]}", request.path.rsplit("/", 1)[1]
    if kind == "length":
        return Response(iter([body[: len(body) // 2]]), headers={"Content-Length": str(len(body))})
    if kind == "chunks":
        return Response(interrupted(body), content_type="application/json")
    packed = gzip.compress(body)  # what a cache may keep of it: its length is right, its end is missing
    return Response(packed[: len(packed) // 2], headers={"Content-Encoding": "gzip", "Content-Type": "application/json"})


def interrupted(body):
    yield body[: len(body) // 2]
    raise ConnectionAbortedError("on purpose")


ROUTES = {"cut": cut, "digest": digest, "parsed": parsed, "slow": slow, "zstd": zstd}


def app(environ, start_response):
    route = ROUTES.get(environ["PATH_INFO"].split("/")[1])
    if not route:
        return httpbin(environ, start_response)
    answer = route(Request(environ))
    if not isinstance(answer, Response):
        answer = Response(json.dumps(answer), content_type="application/json")
    return answer(environ, start_response)
