import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct BodyReaderTests {
    /// Reads a body of `held` bytes that were announced as `announced`, a few at a time.
    private func read(_ held: Int, announced: Int64?) -> (data: Data, last: Int, reader: BodyReader) {
        let reader = BodyReader(RequestBody(length: announced) { InputStream(data: bytes(held)) })
        reader.stream?.open()
        var (data, buffer, last) = (Data(), [UInt8](repeating: 0, count: 7), 0)
        while reader.hasBytesLeft {
            last = reader.read(&buffer, maxLength: buffer.count)
            if last <= 0 { break }
            data.append(contentsOf: buffer[..<last])
        }
        return (data, last, reader)
    }

    @Test(arguments: [(10, 10), (20, 10), (7, 7), (1, 1), (0, 0)])
    func `a reader gives the announced bytes`(held: Int, announced: Int) {
        let result = read(held, announced: Int64(announced))
        #expect(result.data == bytes(announced))
        #expect(result.reader.offset == Int64(announced))
        #expect(result.reader.problem == nil)
    }

    @Test(arguments: [0, 1, 7, 100])
    func `a reader gives all bytes when no length was announced`(held: Int) {
        let result = read(held, announced: nil)
        #expect(result.data == bytes(held))
        #expect(result.last == 0)
        #expect(result.reader.problem == nil)
    }

    @Test(arguments: [0, 6, 7, 9])
    func `a reader fails when there are fewer bytes than announced`(held: Int) {
        let result = read(held, announced: 10)
        #expect(result.last == -1)
        #expect(result.data == bytes(held))
        #expect(result.reader.problem == "its stream ended after \(held) of 10 bytes.")
    }

    @Test func `a reader fails without a stream, and keeps failing`() {
        let reader = BodyReader(.unreadable)
        var byte: UInt8 = 0
        for _ in 0..<2 {
            #expect(reader.hasBytesLeft)
            #expect(reader.read(&byte, maxLength: 1) == -1)
            #expect(reader.problem == "its stream cannot be read.")
        }
    }

    @Test func `a reader says why a form can't be read`() {
        let body = RequestBody(length: 10) {
            let file = RequestBody(length: 10) { InputStream(data: bytes(4)) }
            return MultipartStream([.init(body: file, length: 10, isFile: true)], boundary: "b")
        }
        let reader = BodyReader(body)
        var buffer = [UInt8](repeating: 0, count: 7)
        #expect(reader.read(&buffer, maxLength: 7) == 4)
        #expect(reader.read(&buffer, maxLength: 7) == -1)
        #expect(reader.problem == "a file of its form has become shorter, or cannot be read.")
    }
}

#if canImport(FoundationNetworking)
    @Suite struct ContentLengthStreamTests {
        private func stream(_ held: Int, announced: Int64) -> (ContentLengthStream, UploadTracker) {
            let tracker = UploadTracker(total: announced, report: nil)
            let body = RequestBody(length: announced) { InputStream(data: bytes(held)) }
            let stream = ContentLengthStream(body, tracker: tracker)
            stream.open()
            return (stream, tracker)
        }

        @Test func `a stream gives the announced bytes, and its tracker knows that it was read`() {
            let (stream, tracker) = stream(20, announced: 10)
            var buffer = [UInt8](repeating: 0, count: 20)
            #expect(!tracker.hasBeenRead)
            #expect(stream.read(&buffer, maxLength: 20) == 10)
            #expect(!stream.hasBytesAvailable)
            #expect(tracker.hasBeenRead)
            #expect(tracker.fault == nil)
        }

        @Test func `the tracker of a stream has the reason of a failure`() {
            let (stream, tracker) = stream(6, announced: 10)
            var buffer = [UInt8](repeating: 0, count: 20)
            #expect(stream.read(&buffer, maxLength: 20) == 6)
            #expect(stream.read(&buffer, maxLength: 20) == -1)
            #expect(tracker.fault == RequestError(.body("its stream ended after 6 of 10 bytes.")))
        }

        /// `URLSession` may read again after a failure, and would treat the end of the stream as the end of the body.
        @Test func `a stream that can't be read never ends`() {
            let stream = ContentLengthStream(.unreadable, tracker: nil)
            stream.open()
            var byte: UInt8 = 0
            #expect(stream.read(&byte, maxLength: 1) == -1)
            #expect(stream.hasBytesAvailable)
            #expect(stream.read(&byte, maxLength: 1) == -1)
        }
    }
#endif
