"""A server of HTTP/2 over TLS whose paths say what happens to a stream: `frames.py DESCRIPTOR FOLDER`."""
import json
import pathlib
import socket
import ssl
import sys
import threading

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.events import DataReceived, RequestReceived, StreamEnded
from h2.exceptions import ProtocolError

seen = {}  # how often each path has been asked for
lock = threading.Lock()


def answer(connection, stream, path, send):
    """Answers a request. Returns whether the connection stays open."""
    with lock:
        seen[path] = seen.get(path, 0) + 1
        count = seen[path]
    kind = path.split("/")[1]
    head = [(":status", "200"), ("content-type", "application/json")]
    if kind == "reset-before":
        connection.reset_stream(stream, ErrorCodes.INTERNAL_ERROR)
    elif kind == "refused" and count == 1:
        connection.reset_stream(stream, ErrorCodes.REFUSED_STREAM)
    elif kind == "refused-always":
        connection.reset_stream(stream, ErrorCodes.REFUSED_STREAM)
    elif kind == "empty":  # frames without a byte, for as long as the client reads them
        connection.send_headers(stream, head)
        frame = b"\0\0\0\0\0" + stream.to_bytes(4, "big")
        try:
            send(connection.data_to_send())
            while True:
                send(frame * 1000)
        except OSError:
            with lock:
                seen[path + "/closed"] = 1
            raise
    elif kind == "reset-after":
        connection.send_headers(stream, head)
        connection.send_data(stream, b'{"cut": ')
        connection.reset_stream(stream, ErrorCodes.INTERNAL_ERROR)
    elif kind == "goaway":  # tells that this stream was not processed
        if count == 1:
            connection.close_connection(ErrorCodes.NO_ERROR, last_stream_id=max(0, stream - 2))
            return False
        reply(connection, stream, head, path, count)
    elif kind == "close":
        return False
    elif kind == "count":
        with lock:
            count = seen.get("/" + path.split("/", 2)[2], 0)
        reply(connection, stream, head, path, count)
    else:
        reply(connection, stream, head, path, count)
    return True


def reply(connection, stream, head, path, count):
    connection.send_headers(stream, head)
    connection.send_data(stream, json.dumps({"path": path, "count": count}).encode(), end_stream=True)


def serve(client, context):
    try:
        with context.wrap_socket(client, server_side=True) as secure:
            connection = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
            connection.initiate_connection()
            secure.sendall(connection.data_to_send())
            paths, is_open = {}, True
            while is_open and (data := secure.recv(65536)):
                for event in connection.receive_data(data):
                    if isinstance(event, RequestReceived):
                        paths[event.stream_id] = dict(event.headers)[":path"]
                    elif isinstance(event, DataReceived):
                        connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                    elif isinstance(event, StreamEnded):
                        is_open = answer(connection, event.stream_id, paths.pop(event.stream_id), secure.sendall) and is_open
                secure.sendall(connection.data_to_send())
    except (OSError, ProtocolError):
        pass


folder = pathlib.Path(sys.argv[2])
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(folder / "good.pem", folder / "good.key")
context.set_alpn_protocols(["h2"])
listener = socket.socket(fileno=int(sys.argv[1]))
while True:
    client, _ = listener.accept()
    threading.Thread(target=serve, args=(client, context), daemon=True).start()
