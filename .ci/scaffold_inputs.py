"""Inputs of `.ci/scaffolds` that are made to be difficult: curl lines, a recording and a description of an API."""
import json

CURL = {
    "CurlSearch": "curl 'https://api.example.com/v2/items?q=chair&limit=3' -H 'accept: application/json' --compressed",
    "CurlPost": "curl -X POST https://api.example.com/v1/orders -H 'Authorization: Bearer abcdefghijklmnop' "
                "--json '{\"items\": [{\"sku\": \"a1\", \"count\": 2}], \"note\": null}'",
    "CurlForm": "curl https://api.example.com/session -d 'user=ann&remember=true' -u ann:secret",
    "CurlUpload": "curl https://api.example.com/v1/users/42/avatar -F 'image=@me.png;type=image/png' -F caption=Me",
    "CurlFile": "curl -T report.pdf https://api.example.com/v1/files/7",
    "CurlWindows": 'curl ^"https://api.example.com/v1/books/1?x=1^&y=2^" ^\n  -H ^"accept: application/json^" ^\n'
                   '  --data-raw ^"{^\\^"a^\\^":1}^"',
    "CurlText": "curl -X PUT https://api.example.com/notes/a%20b -H 'Content-Type: text/plain' -d $'it\\'s\\n\"x\"'",
    "CurlXML": "curl https://api.example.com/soap -H 'Content-Type: application/xml' --data-binary '<a b=\"c\">\\(x)</a>'",
    "CurlGraph": "curl https://api.example.com/graphql --json '{\"query\": \"query { me { id } }\", \"variables\": {}}'",
    "CurlRoot": "curl https://api.example.com",
    "CurlPurge": "curl -X PURGE https://api.example.com/cache/k1 -H 'X-Mode: \"soft\"'",
    "CurlGetBody": "curl -X GET https://api.example.com/_search --json '{\"size\": 1}'",
    "CurlHead": "curl -I https://api.example.com/files/1",
}


# Words with a meaning in Swift, or names that the written functions could use themselves.
WORDS = """associatedtype class deinit enum extension fileprivate func import init inout internal let open operator private precedencegroup
    protocol public rethrows static struct subscript typealias var break case catch continue default defer do else fallthrough for guard if in
    repeat return throw switch where while Any as await false is nil self Self super throws true try any some each consume copy borrowing
    discard async actor macro package nonisolated isolated sending unsafe get set lazy weak unowned dynamic final required convenience
    mutating override prefix postfix infix left right none indirect optional willSet didSet Type request headers cookies form parts file body
    contentType client endpoint response content next URL Data String""".split()


def entry(method, url, status=200, reply=None, body=None, kind="application/json", sent="application/json", headers=(), query=None):
    url += f"?{query}=1" if query else ""
    text = reply if isinstance(reply, str) or reply is None else json.dumps(reply)
    request = {"method": method, "url": "https://api.example.com" + url, "headers": [], "queryString": []}
    if body is not None:
        request["headers"] = [{"name": "Content-Type", "value": sent}]
        request["postData"] = {"mimeType": sent, "text": body if isinstance(body, str) else json.dumps(body)}
    return {"startedDateTime": "2024-01-31T12:00:00Z", "time": 1, "request": request, "response": {
        "status": status, "statusText": "", "headers": [{"name": name, "value": value} for name, value in headers],
        "content": {"mimeType": kind if text else "", "text": text or ""}}}


THING = {
    "id": 1, "Type": "A", "type": "b", "self": True, "init": 1, "default": "x", "class": 2, "created_at": "2024-01-31T12:00:00Z",
    "updated_at": "2024-01-31T12:00:00.123Z", "html_url": "https://example.com/a?b=c&d=%20", "+1": 3, "-1": 4, "2fa": False,
    "user_id": 5, "userId": 6, "userID": 7, "error": {"data": {"value": 1}}, "Data": {"string": "s", "int": 1, "Date": {"URL": "u"}},
    "empty": [], "nothing": None, "mixed": [1, "a", None], "map": {"0b5fd1e6-2c9f-4c5e-9d3f-1a2b3c4d5e6f": {"n": 1.5}},
    "hashValue": 1, "description": "He said \"hi\" \\(1) \u202e # \"\"\" \u0000 \u2028", "inout": 1, "protocol": {"protocol": 1},
    "a.b c": 1, "": 2, "größe": 1.0, "名前": "x", "😀": "y", "rawValue": 1, "codingKeys": {"a": 1}, "Optional": {"some": 1}, "any": {"x": [[[1]]]},
    "hash": "h", "encode": "e", "big": 12345678901234567890, "exp": 1.5e10, "day": "2024-01-31",
}

HAR = {
    "HarTorture": [
        entry("GET", "/v1/things", reply=[THING, {**THING, "id": 2, "nothing": None, "type": "c"}]),
        entry("GET", "/v1/things/1", reply=THING),
        entry("GET", "/v1/things/2", 404, {"status": 404, "description": "none", "exchange": "x", "category": "y", "retries": 1, "code": "not_found"}),
        entry("GET", "/v1/things/3", 409, {"status": 409, "description": None, "exchange": "x", "request": {"a": 1}, "code": "conflict"}),
        entry("PUT", "/v1/things/1", reply=THING, body=THING),
        entry("PATCH", "/v1/things/1", reply=THING, body={"type": "z", "nothing": None}),
        entry("POST", "/v1/things", 201, THING, {"type": "q", "created_at": "2024-01-31T12:00:00.000Z", "nothing": None}),
        entry("DELETE", "/v1/things/1", 204),
        entry("GET", "/v1/json-things", reply={"data": [{"type": "a", "n": 1}]}),
        entry("GET", "/v1/pages?cursor=a", reply={"items": [{"a": 1, "b": 2}], "meta": {"next_cursor": "b"}}),
        entry("GET", "/v1/pages", reply={"items": [{"a": 1, "b": 2}], "meta": {"next_cursor": None}}),
        entry("GET", "/v1/numbers?page=1&per_page=2", reply=[1, 2]),
        entry("GET", "/v1/numbers?page=2&per_page=2", reply=[3]),
        entry("GET", "/v1/offsets?offset=0", reply={"rows": [{"x": 1}], "total": 1}),
        entry("GET", "/v1/tags?tag%5B%5D=a&tag%5B%5D=b&sort=asc&%22%5C(x)%22=1&in=2&self=3&decoder=4", reply=["a", "b"]),
        entry("GET", "/v1/maybe", 204), entry("GET", "/v1/maybe", reply={"x": 1}),
        entry("GET", "/v1/chat", reply='data: {"delta": "a"}\n\ndata: {"delta": "b"}\n\ndata: [DONE]\n\n', kind="text/event-stream"),
        entry("GET", "/v1/feed", reply="data: hello\n\n", kind="text/event-stream"),
        entry("GET", "/v1/lines", reply='{"n": 1}\n{"n": 2}\n', kind="application/x-ndjson"),
        entry("GET", "/v1/xml", reply="<a/>", kind="application/xml"),
        entry("POST", "/v1/login", reply={"ok": True}, body="user=ann&tag=a&tag=b&n=1", sent="application/x-www-form-urlencoded"),
        entry("POST", "/v1/scan", 201, body='--X\r\nContent-Disposition: form-data; name="title"\r\n\r\nMomo\r\n--X\r\nContent-Disposition: '
              'form-data; name="scan"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF\r\n--X--\r\n',
              sent="multipart/form-data; boundary=X"),
        entry("POST", "/v1/note", 204, body="it's \"x\"\n", sent="text/plain"),
        entry("POST", "/v1/batch", reply=[1], body=[{"op": "a"}, {"op": "b"}]),
        entry("PUT", "/v1/flags/a%2Fb%20c", reply="true", body="true"),
        *[entry("GET", "/v1/words", reply={"x": word}, query=word) for word in WORDS],
        entry("POST", "/v1/clients", 201, {"name": "long " * 20, "address": "long " * 20}, {"name": "long " * 20, "address": "long " * 20}),
        entry("HEAD", "/v1/things/1"), entry("OPTIONS", "/v1/things"), entry("PURGE", "/v1/cache"),
        entry("GET", "/v1/repos/apple/swift/issues/1", reply={"title": "x", "comments": [{"body": "a", "author": {"id": 1, "name": "n", "url": "u"}}],
                                                              "author": {"id": 1, "name": "n", "url": "u"}}),
        entry("GET", "/v1/tree", reply={"name": "a", "depth": 1, "size": 2, "leaf": False, "children": [
            {"name": "b", "depth": 2, "size": 1, "leaf": True, "children": []}]}),
        entry("GET", "/v1/strings", reply='"plain"'), entry("GET", "/v1/environment", reply={"x": 1}), entry("GET", "/v1/json", reply={"y": 1}),
        entry("GET", "/v1/event-stream", reply={"y": 1}), entry("GET", "/v1/uploads", reply=[{"y": 1}]),
    ],
}

DEEP = {f"L{level}": {"allOf": [{"$ref": f"#/components/schemas/L{level + 1}"},
                                {"type": "object", "properties": {f"m{level}": {"type": "string"}}}]} for level in range(50)}


def operation(name, response=None, **more):
    content = {"content": {"application/json": {"schema": response}}} if response else {}
    return {"operationId": name, "responses": {"200": {"description": "x", **content},
                                               "4XX": {"description": "x", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}},
            **more}


def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


OPENAPI = {
    "OpenTorture": {
        "openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "servers": [{"url": "https://{region}.example.com/v1/", "variables": {"region": {"default": "eu"}}}],
        "components": {
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key\"\\("}, "b": {"type": "http", "scheme": "bearer"}},
            "schemas": {
                **DEEP, "L50": {"type": "object", "required": ["last", "when"], "properties": {"last": {"type": "integer"}, "when": {"type": "string", "format": "date-time"}}},
                "Error": {"type": "object", "required": ["status", "description"], "properties": {
                    "status": {"type": "integer"}, "description": {"type": "string"}, "at": {"type": "string", "format": "date-time"}, "cause": ref("Error")}},
                "Node": {"type": "object", "required": ["next", "kids", "data"], "properties": {
                    "next": {"anyOf": [ref("Node"), {"type": "null"}]}, "kids": {"type": "array", "items": ref("Node")}, "data": ref("Data")}},
                "Data": {"type": "object", "properties": {"node": ref("Node"), "Type": {"type": "object", "properties": {"x": {"type": "string"}}}}},
                "Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "cat"}, "friend": ref("Pet")}},
                "Dog": {"type": "object", "required": ["kind", "self"], "properties": {"kind": {"enum": ["dog"]}, "self": ref("Pet")}},
                "Pet": {"oneOf": [ref("Cat"), ref("Dog")], "discriminator": {"propertyName": "kind"}},
                "Task": {"type": "string", "enum": ["a", "b-c", "default", "self", "init", "1", "+1", "", "A", "é"]},
                "data_": {"type": "object", "properties": {"a": {"type": "string"}}}, "Book.Draft": {"type": "object", "properties": {"a b": ref("Task")}},
                "Either": {"anyOf": [{"type": "string"}, {"type": "integer"}]}, "Name": {"type": "string"}, "Names": {"type": "array", "items": ref("Name")},
                "Free": {}, "Yes": {"type": ["integer", "string"]}, "Dates": {"type": "array", "items": {"type": "string", "format": "date-time"}},
                "Form": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}, "b": {"type": "array", "items": {"type": "integer"}}, "c": {"type": "object"},
                                                                              "in": {"type": "boolean"}, "file": {"type": "string", "format": "binary"}}},
            }},
        "paths": {
            "/deep": {"get": operation("getDeep", ref("L0")), "post": operation("postDeep", ref("L0"), requestBody={"content": {"application/json": {"schema": ref("L0")}}})},
            "/nodes/{node-id}/x{y}.{format}": {"get": operation("node", ref("Node"), deprecated=True, description="A `tick` */ \u202e\n\nTwo.")},
            "/pets": {"get": operation("list-pets", {"type": "array", "items": ref("Pet")}, parameters=[
                {"name": "ids", "in": "query", "schema": {"type": "array", "items": {"type": "integer"}}, "explode": False},
                {"name": "tags[]", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
                {"name": "in", "in": "query", "required": True, "schema": ref("Task")}, {"name": "page", "in": "query", "schema": {"type": "integer"}},
                {"name": "X-Time", "in": "header", "required": True, "schema": {"type": "integer"}}, {"name": "deep", "in": "query", "style": "deepObject", "schema": {"type": "object"}}]),
                      "post": operation("addPet", ref("Pet"), requestBody={"content": {"application/json": {"schema": ref("Pet")}}})},
            **{f"/words/{place}": {"post": operation(f"words-{place}", None, parameters=[
                {"name": word, "in": place, "required": index % 2 == 0, "schema": {"type": ["string", "integer", "number", "boolean"][index % 4]}}
                for index, word in enumerate(WORDS) if place != "header" or word != "Self"],
                requestBody={"content": {"multipart/form-data": {"schema": ref("Form")}}})} for place in ("query", "header", "cookie")},
            "/files/{file}": {"put": operation("putFile", None, requestBody={"content": {"application/octet-stream": {}}}, parameters=[
                {"name": "file", "in": "path", "required": True, "schema": {"type": "string"}},
                {"name": "contentType", "in": "query", "required": True, "schema": {"type": "string"}}])},
            "/styles/{one}/{two}/{three}": {"get": operation("styles", None, parameters=[
                {"name": "one", "in": "path", "required": True, "style": "label", "schema": {"type": "string"}},
                {"name": "two", "in": "path", "required": True, "style": "matrix", "schema": {"type": "number"}},
                {"name": "three", "in": "path", "required": True, "schema": {"type": "array", "items": {"type": "string"}}},
                {"name": "space", "in": "query", "style": "spaceDelimited", "explode": False, "schema": {"type": "array", "items": {"type": "integer"}}},
                {"name": "pipe", "in": "query", "required": True, "style": "pipeDelimited", "explode": False, "example": ["a", "b|c"], "schema": {"type": "array", "items": {"type": "string"}}},
                {"name": "filter", "in": "query", "required": True, "style": "deepObject", "example": {"a": "x y", "b": 1.50}, "schema": {
                    "type": "object", "required": ["a", "b"], "properties": {"a": {"type": "string"}, "b": {"type": "number"}, "c": {"type": "array"}}}},
                {"name": "expand", "in": "query", "required": True, "style": "deepObject", "example": ["a"], "schema": {"type": "array", "items": {"type": "string"}}},
                {"name": "numbers", "in": "header", "required": True, "example": [1.0, 2.5], "schema": {"type": "array", "items": {"type": "number"}}},
                {"name": "where", "in": "query", "content": {"application/json": {"schema": {"type": "object"}}}},
                {"name": "sid", "in": "cookie", "required": True, "example": "a; b=c", "schema": {"type": "string"}},
                {"name": "list", "in": "cookie", "explode": False, "example": [1, 2], "schema": {"type": "array", "items": {"type": "integer"}}}])},
            "/tasks": {"get": operation("tasks", ref("Task")), "put": operation("putTask", ref("Free"), requestBody={"content": {"application/json": {"schema": ref("Either")}}})},
            "/names": {"get": operation("names", ref("Names")), "post": operation("names!", ref("Yes"), requestBody={"content": {"application/json": {"schema": ref("Names")}}})},
            "/form": {"post": operation("form", None, requestBody={"content": {"application/x-www-form-urlencoded": {"schema": ref("Form")}}}),
                      "put": operation("multipart", None, requestBody={"content": {"multipart/form-data": {"schema": ref("Form")}}})},
            "/raw": {"post": operation("raw", {"type": "string", "format": "binary"}, requestBody={"content": {"application/octet-stream": {}}}),
                     "put": operation("rawText", None, requestBody={"content": {"text/plain": {"schema": {"type": "string"}}}}),
                     "patch": operation("rawXML", {"type": "object"}, requestBody={"content": {"application/xml": {"schema": {"type": "string"}}}})},
            "/dates": {"get": operation("dates", ref("Dates")), "delete": operation("delete", ref("Book.Draft")), "head": operation("head"), "trace": operation("trace")},
            "/a/{a}/b/{a2}": {"get": {"responses": {"200": {"description": "", "content": {"text/csv": {}}}}}, "parameters": [{"name": "a", "in": "path", "required": True, "schema": {"type": "integer"}}]},
            "/endpoint": {"get": operation("json", ref("data_")), "post": operation("void", {"type": "object", "properties": {"x": ref("Dates")}})},
        },
    },
}
