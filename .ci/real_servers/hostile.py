"""A server over TLS that breaks the rules of TLS, HTTP/1.1 and HTTP/2: `hostile.py FOLDER HTTP1_DESCRIPTOR HTTP2_DESCRIPTOR`.

What it does is named by the path of a request, or for a handshake by the host, `NAME.hostile.real.test`. `/ok/N` is answered with
`answer N`, and over HTTP/1.1 `/count/PATH` with how often PATH has been asked for. Nothing is sent before the first request has been read,
so that a path can also name what is wrong with the first frame.
"""
import collections
import pathlib
import re
import socket
import ssl
import struct
import sys
import threading

import hpack

WHOLE = b"0123456789" * 1000
HALF = WHOLE[:5000]
DATA, HEADERS, PRIORITY, RESET, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION = range(10)
END_STREAM, ACK, END_HEADERS, PADDED = 1, 1, 4, 8

handshakes, http1, http2, unsettled = {}, {}, {}, set()


def case(table, settles=True):
    """Makes a function the case of its name."""
    def add(function):
        name = function.__name__.replace("_", "-")
        table[name] = function
        if not settles:
            unsettled.add(name)
        return function
    return add


def both(function):
    """The case of a layer below HTTP, with either version."""
    return case(http1)(case(http2)(function))


class Peer:
    """A connection with TLS, whose records are at hand before they are sent."""

    def __init__(self, plain, context):
        self.plain, self.incoming, self.outgoing = plain, ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.incoming, self.outgoing, server_side=True)
        self.decoder, self.is_settled, self.is_used = hpack.Decoder(), False, False

    def run(self, step, *arguments):
        """A step of TLS with all that has to be received for it. Nothing is sent that others have not asked for."""
        while True:
            try:
                return step(*arguments)
            except ssl.SSLWantReadError:
                self.flush()
                data = self.plain.recv(65536)
                self.incoming.write(data) if data else self.incoming.write_eof()

    def flush(self):
        self.plain.sendall(self.outgoing.read())

    def shake(self):
        self.run(self.tls.do_handshake)
        self.flush()

    def receive(self, count=65536):
        return self.run(self.tls.read, count)

    def exactly(self, count):
        data = b""
        while len(data) < count:
            piece = self.receive(count - len(data))
            if not piece:
                raise EOFError
            data += piece
        return data

    def record(self, data):
        """The bytes on the wire of some bytes of the application."""
        self.tls.write(data)
        return self.outgoing.read()

    def send(self, *pieces):
        self.plain.sendall(self.record(b"".join(pieces)))

    def alert(self):
        """Sends the alert with which OpenSSL answers nonsense."""
        self.incoming.write(b"\x17\x03\x03\x00\x20" + bytes(32))
        try:
            while self.tls.read(65536):
                pass
        except ssl.SSLError:
            pass
        self.flush()

    def say_goodbye(self):
        try:
            self.tls.unwrap()
        except ssl.SSLError:
            pass
        self.flush()

    def reset(self):
        self.plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raise EOFError

    def half(self, stream, length=len(WHOLE)):
        """The head of a response and half of its body. Without a length, HTTP/1.1 ends the body with the connection."""
        if stream:
            self.send(head(stream, length=length), frame(DATA, 0, stream, HALF))
        else:
            self.send(head1(length), HALF)

    def rest(self, stream):
        """The record of the other half."""
        return self.record(frame(DATA, END_STREAM, stream, HALF) if stream else HALF)

    def await_end(self):
        while self.receive():
            pass


# ── TLS: the handshake ──


@case(handshakes)
def closed(plain, context):
    pass


@case(handshakes)
def reset(plain, context):
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@case(handshakes)
def cleartext(plain, context):
    plain.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")


@case(handshakes)
def garbage(plain, context):
    plain.sendall(bytes(range(256)) * 64)


@case(handshakes)
def refused_by_alert(plain, context):
    plain.sendall(b"\x15\x03\x03\x00\x02\x02\x28")


@case(handshakes)
def warnings_without_end(plain, context):
    while True:
        plain.sendall(b"\x15\x03\x03\x00\x02\x01\x00" * 1000)


@case(handshakes)
def alert_cut(plain, context):
    plain.sendall(b"\x15\x03\x03\x00\x02\x02")


@case(handshakes)
def huge_record(plain, context):
    plain.sendall(b"\x16\x03\x03\xff\xff" + bytes(65535))


@case(handshakes)
def huge_message(plain, context):
    plain.sendall(b"\x16\x03\x03\x40\x00\x02\xff\xff\xff" + bytes(16380))
    while True:
        plain.sendall(b"\x16\x03\x03\x40\x00" + bytes(16384))


@case(handshakes)
def empty_records(plain, context):
    while True:
        plain.sendall(b"\x16\x03\x03\x00\x00" * 1000)


@case(handshakes)
def old_version(plain, context):
    plain.sendall(b"\x16\x03\x00\x00\x2a\x02\x00\x00\x26\x03\x00" + bytes(36))


@case(handshakes)
def silence(plain, context):
    await_silence(plain)


def flight(plain, context):
    """What an honest server answers to the first message."""
    peer = Peer(plain, context)
    peer.incoming.write(plain.recv(65536))
    try:
        peer.tls.do_handshake()
    except ssl.SSLWantReadError:
        return peer.outgoing.read()


@case(handshakes)
def cut_in_first_record(plain, context):
    plain.sendall(flight(plain, context)[:40])


@case(handshakes)
def cut_in_last_record(plain, context):
    plain.sendall(flight(plain, context)[:-10])


@case(handshakes)
def cut_after_flight(plain, context):
    plain.sendall(flight(plain, context))


@case(handshakes)
def silence_in_flight(plain, context):
    plain.sendall(flight(plain, context)[:-10])
    await_silence(plain)


@case(handshakes)
def corrupt_record(plain, context):
    data = bytearray(flight(plain, context))
    data[-20] ^= 1
    plain.sendall(data)


@case(handshakes)
def corrupt_hello(plain, context):
    data = bytearray(flight(plain, context))
    data[11:43] = bytes(32)
    plain.sendall(data)


@case(handshakes)
def flight_twice(plain, context):
    data = flight(plain, context)
    plain.sendall(data + data)


def await_silence(plain):
    while plain.recv(65536):
        pass


# ── TLS: in the middle of a body ──


@both
def alert_in_body(peer, stream):
    peer.half(stream)
    peer.alert()
    raise EOFError


@both
def cleartext_alert_in_body(peer, stream):
    peer.half(stream)
    peer.plain.sendall(b"\x15\x03\x03\x00\x02\x02\x50")
    raise EOFError


@both
def cleartext_in_body(peer, stream):
    peer.half(stream)
    peer.plain.sendall(HALF)
    peer.await_end()


@both
def record_cut(peer, stream):
    peer.half(stream)
    peer.plain.sendall(peer.rest(stream)[:-100])
    raise EOFError


@both
def record_head_cut(peer, stream):
    peer.half(stream)
    peer.plain.sendall(peer.rest(stream)[:3])
    raise EOFError


@both
def record_silent(peer, stream):
    peer.half(stream)
    peer.plain.sendall(peer.rest(stream)[:-1])
    peer.await_end()


@both
def record_corrupt(peer, stream):
    peer.half(stream)
    data = bytearray(peer.rest(stream))
    data[100] ^= 1
    peer.plain.sendall(data)
    peer.await_end()


@both
def record_twice(peer, stream):
    peer.half(stream)
    data = peer.record(frame(DATA, 0, stream, HALF[:100]) if stream else HALF[:100])
    peer.plain.sendall(data + data)
    peer.await_end()


@both
def record_too_long(peer, stream):
    peer.half(stream)
    peer.plain.sendall(b"\x17\x03\x03\xff\xff" + bytes(65535))
    peer.await_end()


@both
def end_without_goodbye(peer, stream):
    peer.half(stream)
    raise EOFError


@both
def end_without_goodbye_or_length(peer, stream):
    peer.half(stream, length=None)
    raise EOFError


@both
def goodbye_in_body(peer, stream):
    peer.half(stream)
    peer.say_goodbye()
    raise EOFError


@both
def break_in_body(peer, stream):
    peer.half(stream)
    peer.reset()


@both
def break_in_body_without_length(peer, stream):
    peer.half(stream, length=None)
    peer.reset()


@both
def silence_in_body(peer, stream):
    peer.half(stream)
    peer.await_end()


@both
def end_before_head(peer, stream):
    raise EOFError


@both
def goodbye_before_head(peer, stream):
    peer.say_goodbye()
    raise EOFError


@both
def alert_before_head(peer, stream):
    peer.alert()
    raise EOFError


@case(http1)
def goodbye_ends_body(peer, stream):
    """As it should be: the end of the connection ends the body, and says so."""
    peer.half(stream, length=None)
    peer.send(HALF)
    peer.say_goodbye()
    raise EOFError


@case(http1)
def goodbye_in_chunks(peer, stream):
    peer.send(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1388\r\n", HALF, b"\r\n")
    peer.say_goodbye()
    raise EOFError


@case(http1)
def goodbye_in_head(peer, stream):
    peer.send(b"HTTP/1.1 200 OK\r\nX-Cut: ")
    peer.say_goodbye()
    raise EOFError


@case(http1)
def dropped(peer, stream):
    """An answer on a new connection. A connection that has been used before ends without one."""
    if peer.is_used:
        raise EOFError
    answer1(peer, b"answered")


@case(http1)
def preface_of_http2(peer, stream):
    peer.send(frame(SETTINGS, 0, 0), head(1), frame(DATA, END_STREAM, 1, WHOLE))
    raise EOFError


# ── HTTP/2 ──


def frame(kind, flags, stream, payload=b"", length=None):
    """A frame (RFC 9113 §4.1), which may lie about its length."""
    length = len(payload) if length is None else length
    return length.to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def number(value, prefix):
    """An integer of HPACK (RFC 7541 §5.1)."""
    limit = (1 << prefix) - 1
    if value < limit:
        return bytes([value])
    value, data = value - limit, bytes([limit])
    while value >= 128:
        value, data = value >> 7, data + bytes([value & 127 | 128])
    return data + bytes([value])


def field(name, value, first=0):
    """A literal field that is not indexed, of whatever bytes; with 0x40 it goes into the table (RFC 7541 §6.2)."""
    name, value = name.encode("latin-1"), value.encode("latin-1")
    return bytes([first]) + number(len(name), 7) + name + number(len(value), 7) + value


def block(fields=(), status="200", length=len(WHOLE)):
    """A block of fields. A status or a length of None is left out."""
    fields = [*([(":status", status)] if status else []), *([("content-length", str(length))] if length is not None else []), *fields]
    return b"".join(field(*pair) for pair in fields)


def head(stream, fields=(), status="200", length=len(WHOLE), flags=END_HEADERS):
    return frame(HEADERS, flags, stream, block(fields, status, length))


def body(stream, data=WHOLE):
    return frame(DATA, END_STREAM, stream, data)


def whole(stream, fields=(), **options):
    return head(stream, fields, **options) + body(stream)


def head1(length):
    announced = b"Content-Length: %d\r\n" % length if length is not None else b"Connection: close\r\n"
    return b"HTTP/1.1 200 OK\r\n" + announced + b"\r\n"


def reason(code):
    return struct.pack(">I", code)


def last(stream, code=0):
    return frame(GOAWAY, 0, 0, struct.pack(">II", stream, code))


def setting(identifier, value):
    return struct.pack(">HI", identifier, value)


def forever(peer, data):
    while True:
        peer.send(data)


def sending(name, make, settles=True, ends=False):
    """A case that sends some bytes, and perhaps closes the connection."""
    def send(peer, stream):
        peer.send(make(stream))
        if ends:
            raise EOFError
    http2[name] = send
    if not settles:
        unsettled.add(name)


def endless(name, make, first=lambda stream: b""):
    def send(peer, stream):
        peer.send(first(stream))
        forever(peer, make(stream))
    http2[name] = send


# Ends of streams and connections. `goaway-before` ends the stream of the request unprocessed; the others leave it.
sending("goaway-before", lambda s: last(max(0, s - 2)), ends=True)
sending("goaway-then-response", lambda s: last(s) + whole(s))
sending("goaway-in-body-then-rest", lambda s: head(s) + frame(DATA, 0, s, HALF) + last(s) + body(s, HALF))
sending("goaway-in-body-then-end", lambda s: head(s) + frame(DATA, 0, s, HALF) + last(s), ends=True)
sending("goaway-in-body-without-length", lambda s: head(s, length=None) + frame(DATA, 0, s, HALF) + last(s), ends=True)
sending("goaway-of-this-stream-in-body", lambda s: head(s) + frame(DATA, 0, s, HALF) + last(0, 2), ends=True)
sending("goaway-with-error", lambda s: last(s, 2), ends=True)
sending("goaway-of-higher-stream", lambda s: last(0x7FFFFFFF) + last(0x7FFFFFFF, 2), ends=True)
sending("goaway-of-calm", lambda s: last(0, 11), ends=True)
sending("reset-with-no-error", lambda s: frame(RESET, 0, s, reason(0)))
sending("reset-in-body", lambda s: head(s) + frame(DATA, 0, s, HALF) + frame(RESET, 0, s, reason(2)))
sending("reset-in-body-without-length", lambda s: head(s, length=None) + frame(DATA, 0, s, HALF) + frame(RESET, 0, s, reason(2)))
sending("reset-in-body-with-no-error", lambda s: head(s) + frame(DATA, 0, s, HALF) + frame(RESET, 0, s, reason(0)))
sending("reset-with-no-error-without-length", lambda s: head(s, length=None) + frame(DATA, 0, s, HALF) + frame(RESET, 0, s, reason(0)))
sending("reset-after-end", lambda s: whole(s) + frame(RESET, 0, s, reason(0)))
sending("reset-to-http1", lambda s: frame(RESET, 0, s, reason(13)))

# Floods.
sending("settings-flood", lambda s: frame(SETTINGS, 0, 0) * 5000 + whole(s))
sending("ping-flood", lambda s: frame(PING, 0, 0, bytes(8)) * 5000 + whole(s))
endless("settings-without-end", lambda s: frame(SETTINGS, 0, 0) * 1000)
endless("pings-without-end", lambda s: frame(PING, 0, 0, bytes(8)) * 1000)
endless("pings-in-body", lambda s: frame(PING, 0, 0, bytes(8)) * 1000, lambda s: head(s) + frame(DATA, 0, s, HALF))
endless("window-updates-without-end", lambda s: frame(WINDOW, 0, 0, reason(1)) * 1000)
endless("priorities-without-end", lambda s: frame(PRIORITY, 0, s, bytes(5)) * 1000)
endless("unknown-frames-without-end", lambda s: frame(77, 0, s, bytes(100)) * 100)
endless("interim-heads-without-end", lambda s: head(s, status="103", length=None) * 100)
endless("empty-data-without-end", lambda s: frame(DATA, 0, s) * 1000, lambda s: head(s, length=None))
endless("padding-without-end", lambda s: frame(DATA, PADDED, s, b"\xff" + bytes(255)) * 10, lambda s: head(s, length=None))
endless("continuations-without-end", lambda s: frame(CONTINUATION, 0, s, field("x-more", "x" * 1000)) * 10,
        lambda s: head(s, flags=0))
endless("empty-continuations", lambda s: frame(CONTINUATION, 0, s) * 1000, lambda s: head(s, flags=0))
endless("resets-without-end", lambda s: frame(RESET, 0, s, reason(8)) * 1000)

# Heads.
sending("head-of-a-megabyte", lambda s: head(s, flags=0) + frame(CONTINUATION, 0, s, field("x-more", "x" * 8000)) * 128
        + frame(CONTINUATION, END_HEADERS, s) + body(s))
sending("compressed-head-bomb", lambda s: head(s, flags=0) + frame(CONTINUATION, 0, s, field("x-bomb", "x" * 3500, 0x40))
        + frame(CONTINUATION, 0, s, b"\xbe" * 16000) * 16 + frame(CONTINUATION, END_HEADERS, s) + body(s))
sending("forty-thousand-fields", lambda s: head(s, flags=0) + frame(CONTINUATION, 0, s, field("a", "b") * 1000) * 40
        + frame(CONTINUATION, END_HEADERS, s) + body(s))
sending("field-without-end", lambda s: frame(HEADERS, END_HEADERS, s, block() + b"\x00\x01a\x7f\xff\xff\xff\xff\x07x"))
sending("index-out-of-table", lambda s: frame(HEADERS, END_HEADERS, s, block() + b"\xff\xff\xff\x7f"))
sending("index-zero", lambda s: frame(HEADERS, END_HEADERS, s, block() + b"\x80"))
sending("table-too-large", lambda s: frame(HEADERS, END_HEADERS, s, b"\x3f\xff\xff\xff\x07" + block()))
sending("huffman-garbage", lambda s: frame(HEADERS, END_HEADERS, s, block() + b"\x00\x01a\x84\xff\xff\xff\xff"))
sending("no-status", lambda s: whole(s, status=None))
sending("status-twice", lambda s: whole(s, [(":status", "404")]))
sending("status-of-letters", lambda s: whole(s, status="abc"))
sending("status-of-four-digits", lambda s: whole(s, status="2000"))
sending("status-switching", lambda s: whole(s, status="101"))
sending("request-field", lambda s: whole(s, [(":path", "/")]))
sending("status-after-field", lambda s: frame(HEADERS, END_HEADERS, s, field("a", "b") + block()) + body(s))
sending("name-in-capitals", lambda s: whole(s, [("X-Name", "1")]))
sending("name-with-break", lambda s: whole(s, [("x\r\ny", "1")]))
sending("name-empty", lambda s: whole(s, [("", "1")]))
sending("value-with-break", lambda s: whole(s, [("x-name", "1\r\nset-cookie: a=b")]))
sending("value-with-nul", lambda s: whole(s, [("x-name", "1\x00")]))
sending("connection-field", lambda s: whole(s, [("connection", "close")]))
sending("coding-field", lambda s: whole(s, [("transfer-encoding", "chunked")]))
sending("head-without-end", lambda s: head(s, flags=0) + body(s))
sending("head-interrupted", lambda s: head(s, flags=0) + frame(PING, 0, 0, bytes(8)) + frame(CONTINUATION, END_HEADERS, s) + body(s))
sending("head-of-other-stream", lambda s: head(s, flags=0) + frame(CONTINUATION, END_HEADERS, s + 2) + body(s))
sending("continuation-alone", lambda s: frame(CONTINUATION, END_HEADERS, s, block()) + body(s))
sending("two-heads", lambda s: head(s) + whole(s))
sending("body-before-head", lambda s: frame(DATA, 0, s, HALF) + head(s) + body(s, HALF))
sending("trailers-with-status", lambda s: head(s) + frame(DATA, 0, s, WHOLE) + head(s, length=None, flags=END_HEADERS | END_STREAM))
sending("trailers-without-end", lambda s: head(s) + frame(DATA, 0, s, WHOLE) + head(s, [("a", "b")], None, None))

# Lengths.
sending("length-too-large", lambda s: head(s) + body(s, HALF))
sending("length-too-small", lambda s: head(s, length=5000) + body(s))
sending("length-of-nothing", lambda s: head(s, flags=END_HEADERS | END_STREAM))
sending("lengths-that-differ", lambda s: whole(s, [("content-length", "5000")]))
sending("length-negative", lambda s: whole(s, length=-1))
sending("length-of-letters", lambda s: whole(s, length="many"))
sending("length-beyond-64-bits", lambda s: whole(s, length=1 << 64))
sending("length-near-63-bits", lambda s: head(s, length=(1 << 63) - 1) + body(s))
sending("no-content-with-body", lambda s: head(s, status="204", length=None) + body(s))
sending("not-modified-with-body", lambda s: head(s, status="304") + body(s))

# Streams.
sending("data-after-end", lambda s: whole(s) + body(s))
sending("head-after-end", lambda s: whole(s) + whole(s))
sending("data-of-idle-stream", lambda s: frame(DATA, 0, s + 100, HALF) + whole(s))
sending("data-of-stream-0", lambda s: frame(DATA, 0, 0, HALF) + whole(s))
sending("head-of-stream-0", lambda s: head(0) + whole(s))
sending("head-of-even-stream", lambda s: head(2) + whole(s))
sending("head-of-unasked-stream", lambda s: whole(s + 2) + whole(s))
sending("push", lambda s: frame(PUSH, END_HEADERS, s, reason(2) + block(status=None)) + whole(s))
sending("reset-of-stream-0", lambda s: frame(RESET, 0, 0, reason(0)) + whole(s))
sending("reset-of-idle-stream", lambda s: frame(RESET, 0, s + 100, reason(0)) + whole(s))
sending("goaway-of-a-stream", lambda s: frame(GOAWAY, 0, s, bytes(8)) + whole(s))
sending("settings-of-a-stream", lambda s: frame(SETTINGS, 0, s) + whole(s))
sending("ping-of-a-stream", lambda s: frame(PING, 0, s, bytes(8)) + whole(s))
sending("unknown-frame", lambda s: frame(77, 255, s, HALF) + whole(s))
sending("unasked-acknowledgements", lambda s: (frame(SETTINGS, ACK, 0) + frame(PING, ACK, 0, bytes(8))) * 3 + whole(s))

# Sizes of frames.
sending("frame-too-long", lambda s: head(s, length=20000) + body(s, WHOLE * 2))
sending("frame-of-16-megabytes", lambda s: head(s) + frame(DATA, 0, s, bytes(16384), 0xFFFFFF))
sending("frame-cut", lambda s: head(s) + frame(DATA, END_STREAM, s, HALF, len(WHOLE)), ends=True)
sending("frame-head-cut", lambda s: head(s) + body(s)[:5], ends=True)
sending("padding-too-long", lambda s: head(s) + frame(DATA, PADDED, s, b"\xff" + HALF[:10]))
sending("head-padding-too-long", lambda s: frame(HEADERS, END_HEADERS | PADDED, s, b"\xff" + block()))
sending("settings-of-5-bytes", lambda s: frame(SETTINGS, 0, 0, bytes(5)) + whole(s))
sending("settings-acknowledged-with-bytes", lambda s: frame(SETTINGS, ACK, 0, bytes(6)) + whole(s))
sending("ping-of-7-bytes", lambda s: frame(PING, 0, 0, bytes(7)) + whole(s))
sending("reset-of-3-bytes", lambda s: frame(RESET, 0, s, bytes(3)) + whole(s))
sending("window-of-3-bytes", lambda s: frame(WINDOW, 0, 0, bytes(3)) + whole(s))
sending("goaway-of-7-bytes", lambda s: frame(GOAWAY, 0, 0, bytes(7)) + whole(s))
sending("priority-of-4-bytes", lambda s: frame(PRIORITY, 0, s, bytes(4)) + whole(s))
sending("head-of-0-bytes", lambda s: frame(HEADERS, END_HEADERS, s) + body(s))

# Windows and settings.
sending("window-of-0", lambda s: frame(WINDOW, 0, 0, reason(0)) + whole(s))
sending("window-of-0-of-the-stream", lambda s: frame(WINDOW, 0, s, reason(0)) + whole(s))
sending("window-overflow", lambda s: frame(WINDOW, 0, 0, reason(0x7FFFFFFF)) * 2 + whole(s))
sending("window-overflow-of-the-stream", lambda s: frame(WINDOW, 0, s, reason(0x7FFFFFFF)) * 2 + whole(s))
sending("first-window-too-large", lambda s: frame(SETTINGS, 0, 0, setting(4, 1 << 31)) + whole(s))
sending("frame-size-too-small", lambda s: frame(SETTINGS, 0, 0, setting(5, 100)) + whole(s))
sending("push-setting-of-2", lambda s: frame(SETTINGS, 0, 0, setting(2, 2)) + whole(s))
sending("table-of-4-gigabytes", lambda s: frame(SETTINGS, 0, 0, setting(1, 0xFFFFFFFF)) + whole(s))
sending("no-more-streams", lambda s: frame(SETTINGS, 0, 0, setting(3, 0)) + whole(s), ends=True)
sending("window-never-opened", lambda s: frame(SETTINGS, 0, 0, setting(4, 0)))
sending("window-never-opened-then-answer", lambda s: frame(SETTINGS, 0, 0, setting(4, 0)) + whole(s))
endless("window-ignored", lambda s: frame(DATA, 0, s, bytes(16000)), lambda s: head(s, length=None))

# The first bytes.
sending("no-settings-first", whole, settles=False)
sending("first-bytes-of-http1", lambda s: b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", settles=False, ends=True)
sending("first-bytes-garbage", lambda s: bytes(range(256)) * 40, settles=False)
sending("first-bytes-zero", lambda s: bytes(9000), settles=False)
sending("silence", lambda s: b"", settles=False)
sending("silence-after-settings", lambda s: b"")
sending("silence-after-head", head)


# ── The server ──


seen = collections.Counter()  # how often HTTP/1.1 has brought each path


def answer1(peer, answer):
    peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(answer), answer)


def serve_http1(peer):
    while True:
        text = b""
        while b"\r\n\r\n" not in text:
            piece = peer.receive()
            if not piece:
                return
            text += piece
        text, _, content = text.partition(b"\r\n\r\n")
        length = re.search(rb"content-length: *(\d+)", text, re.IGNORECASE)
        while length and len(content) < int(length[1]):
            content += peer.exactly(int(length[1]) - len(content))
        path = text.split(b" ")[1].decode()
        _, kind, *rest = path.split("/")
        seen[path] += 1
        if kind == "ok":
            answer1(peer, b"answer " + rest[0].encode())
        elif kind == "count":
            answer1(peer, str(seen["/" + "/".join(rest)]).encode())
        else:
            http1[kind](peer, None)
        peer.is_used = True


def serve_http2(peer):
    peer.exactly(24)
    while True:
        header = peer.exactly(9)
        payload, stream = peer.exactly(int.from_bytes(header[:3], "big")), int.from_bytes(header[5:], "big")
        if header[3] != HEADERS:
            continue
        fields = payload[5:] if header[4] & 0x20 else payload
        _, kind, *rest = dict(peer.decoder.decode(fields))[":path"].split("/")
        if not peer.is_settled and kind not in unsettled:
            peer.send(frame(SETTINGS, 0, 0), frame(SETTINGS, ACK, 0))
        peer.is_settled = True
        if kind == "ok":
            answer = b"answer " + rest[0].encode()
            peer.send(whole_answer(stream, answer))
        else:
            http2[kind](peer, stream)


def whole_answer(stream, answer):
    return head(stream, length=len(answer)) + body(stream, answer)


def serve(plain, context, serve_requests):
    with plain:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            name = re.search(rb"([a-z0-9-]+)\.hostile\.real\.test", plain.recv(65536, socket.MSG_PEEK))
            if name:
                return handshakes[name[1].decode()](plain, context)
            peer = Peer(plain, context)
            peer.shake()
            serve_requests(peer)
        except (OSError, EOFError):
            pass


def listen(folder, descriptor, protocol, serve_requests):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "good.pem", folder / "good.key")
    context.set_alpn_protocols([protocol])
    listener = socket.socket(fileno=descriptor)
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client, context, serve_requests), daemon=True).start()


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    threading.Thread(target=listen, args=(folder, int(sys.argv[2]), "http/1.1", serve_http1), daemon=True).start()
    listen(folder, int(sys.argv[3]), "h2", serve_http2)
