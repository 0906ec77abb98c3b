"""An API for .ci/tool: it prints its port, and answers below /v1."""
import gzip
import http.server
import json
import time
import urllib.parse


class API(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, body, content_type="text/plain", status=200, **fields):
        self.send_response(status)
        for name, value in {"Content-Type": content_type, "Content-Length": str(len(body)), **fields}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        match url.path:
            case "/v1/me":
                cookie = "session=sess-71b0c3de9f52a846; Domain=example.com; Secure; HttpOnly"
                self.answer(json.dumps({"id": 1, "query": url.query}).encode(), "application/json", Set_Cookie=cookie)
            case "/v1/gzip":
                self.answer(gzip.compress(b'{"packed": true}'), "application/json", Content_Encoding="gzip")
            case "/v1/redirect":
                self.answer(b"", status=302, Location=f"http://{self.headers['Host']}/v1/me?lang=fr")
            case "/v1/events":
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                for number in range(3):
                    event = f"data: {number}\n\n".encode()
                    self.wfile.write(b"%x\r\n%b\r\n" % (len(event), event))
                    time.sleep(0.2)
                self.wfile.write(b"0\r\n\r\n")
            case "/v1/file":
                size = int(urllib.parse.parse_qs(url.query)["size"][0])
                self.send_response(200)
                self.send_header("Content-Type", "image/png")
                self.send_header("Content-Length", str(size))
                self.end_headers()
                piece = bytes(range(256)) * 4000
                while size > 0:
                    self.wfile.write(piece[:size])
                    size -= len(piece)
            case _:
                self.answer(b'{"error": "not found"}', "application/json", status=404)

    def do_PUT(self):
        self.answer(b"%d" % len(self.read_body()))

    do_POST = do_PUT

    def read_body(self):
        if "Content-Length" in self.headers:
            return self.rfile.read(int(self.headers["Content-Length"]))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), API)
print(server.server_address[1], flush=True)
server.serve_forever()
