import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct MultipartStreamTests {
    private let boundary = Multipart([]).boundary

    /// Reads the pieces a few bytes at a time; `problem` is the reason of a failure.
    private func read(_ pieces: [MultipartStream.Piece], by count: Int = 7) -> (data: Data, problem: String?) {
        let stream = MultipartStream(pieces, boundary: boundary)
        stream.open()
        var (data, buffer) = (Data(), [UInt8](repeating: 0, count: count))
        while stream.hasBytesAvailable, case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 {
            data.append(contentsOf: buffer[..<count])
        }
        return (data, stream.problem)
    }

    private func piece(_ data: Data, announced: Int? = nil, isFile: Bool = true) -> MultipartStream.Piece {
        let body = RequestBody(length: Int64(announced ?? data.count)) { InputStream(data: data) }
        return MultipartStream.Piece(body: body, length: Int64(announced ?? data.count), isFile: isFile)
    }

    @Test(arguments: [1, 7, 64, 1000])
    func `a form stream gives its pieces in order, also the empty ones`(count: Int) {
        let pieces = [piece(bytes(100)), piece(Data()), piece(bytes(3)), piece(Data())]
        let result = read(pieces, by: count)
        #expect(result.data == bytes(100) + bytes(3))
        #expect(result.problem == nil)
    }

    @Test func `a form stream gives no more of a file than announced`() {
        #expect(read([piece(bytes(100), announced: 10), piece(bytes(3))]).data == bytes(10) + bytes(3))
    }

    @Test func `a form stream fails when a file has become shorter`() {
        let result = read([piece(bytes(10), announced: 100), piece(bytes(3))])
        #expect(result.problem == "a file of its form has become shorter, or cannot be read.")
    }

    @Test(arguments: [1, 7, 64, 1000])
    func `a form stream fails at a boundary inside a file and doesn't give it out`(count: Int) {
        let result = read([piece(bytes(50) + Data(boundary.utf8) + bytes(50))], by: count)
        #expect(result.problem == "a file of its form contains the form's boundary.")
        #expect(result.data.range(of: Data(boundary.utf8)) == nil)
    }

    @Test func `a boundary split between two files isn't found`() {
        let halves = [boundary.prefix(10), boundary.dropFirst(10)].map { Data($0.utf8) }
        let pieces = [piece(halves[0]), piece(Data("\r\n".utf8), isFile: false), piece(halves[1])]
        #expect(read(pieces).problem == nil)
    }

    @Test func `the form's own boundary isn't searched for`() {
        #expect(read([piece(Data(boundary.utf8), isFile: false)]).problem == nil)
    }
}
