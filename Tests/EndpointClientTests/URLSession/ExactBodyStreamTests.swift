#if canImport(FoundationNetworking)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    @Suite struct ContentLengthStreamTests {
        /// What comes out of a stream of `held` bytes that were announced as `announced`, and why it failed, if it did.
        private func read(_ held: Int, announced: Int64?) -> (data: Data, last: Int, meter: UploadMeter) {
            let meter = UploadMeter(total: announced, report: nil)
            let body = OutgoingBody(length: announced) { InputStream(data: bytes(held)) }
            let stream = ContentLengthStream(body, meter: meter)
            stream.open()
            var (data, buffer, last) = (Data(), [UInt8](repeating: 0, count: 7), 0)
            while stream.hasBytesAvailable {
                last = stream.read(&buffer, maxLength: buffer.count)
                if last <= 0 { break }
                data.append(contentsOf: buffer[..<last])
            }
            return (data, last, meter)
        }

        @Test(arguments: [(10, 10), (20, 10), (7, 7), (1, 1)])
        func `gives what was announced`(held: Int, announced: Int) {
            let result = read(held, announced: Int64(announced))
            #expect(result.data == bytes(announced))
            #expect(result.meter.fault == nil)
        }

        @Test func `gives everything where nothing was announced`() {
            let result = read(100, announced: nil)
            #expect(result.data == bytes(100))
            #expect(result.meter.fault == nil)
        }

        @Test(arguments: [0, 6, 7, 9])
        func `fails when there is less`(held: Int) {
            let result = read(held, announced: 10)
            #expect(result.last == -1)
            #expect(result.meter.fault == RequestError(.body("its stream ended after \(held) of 10 bytes.")))
        }

        @Test func `fails when there is no stream`() {
            let meter = UploadMeter(total: 1, report: nil)
            let stream = ContentLengthStream(OutgoingBody(length: 1) { nil }, meter: meter)
            stream.open()
            var byte: UInt8 = 0
            #expect(stream.read(&byte, maxLength: 1) == -1)
            #expect(meter.fault == RequestError(.body("its stream cannot be read.")))
        }

        /// URLSession may ask again after a failure, and would take an end for the whole body.
        @Test func `a stream that cannot be read never ends`() {
            let stream = ContentLengthStream(.none, meter: nil)
            stream.open()
            var byte: UInt8 = 0
            #expect(stream.read(&byte, maxLength: 1) == -1)
            #expect(stream.hasBytesAvailable)
            #expect(stream.read(&byte, maxLength: 1) == -1)
        }
    }
#endif
