"""TLS in front of a server without it: `front.py DESCRIPTOR PORT FOLDER` accepts connections and passes their bytes on to the port."""
import asyncio
import pathlib
import socket
import ssl
import sys

DESCRIPTOR, PORT, FOLDER = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])


async def copy(reader, writer):
    try:
        while piece := await reader.read(1 << 16):
            writer.write(piece)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def serve(reader, writer):
    back = await asyncio.open_connection("127.0.0.1", PORT)
    await asyncio.gather(copy(reader, back[1]), copy(back[0], writer))


async def main():
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(FOLDER / "good.pem", FOLDER / "good.key")
    server = await asyncio.start_server(serve, sock=socket.socket(fileno=DESCRIPTOR), ssl=context)
    await server.serve_forever()


asyncio.run(main())
