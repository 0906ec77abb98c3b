/// A small body in memory with its `Content-Type`.
public struct HTTPBody: Hashable, Sendable {
    /// The bytes to send.
    public let data: Data

    /// The media type of the bytes.
    public let contentType: String

    /// A body of any media type.
    public init(_ data: Data, contentType: String) {
        self.data = data
        self.contentType = contentType
    }
}

extension HTTPBody {
    /// The default encoder of ``json(_:encoder:)-swift.type.method``. It sorts keys, so that equal values give equal
    /// bytes.
    public static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// A value as JSON. Start an encoder of your own from ``encoder``: without sorted keys, equal values give
    /// different bytes.
    ///
    /// - Throws: ``RequestError`` when the value cannot be encoded, such as a number that is not finite.
    public static func json(_ value: some Encodable, encoder: JSONEncoder = encoder) throws -> HTTPBody {
        do {
            return .json(try encoder.encode(value))
        } catch let EncodingError.invalidValue(_, context) {
            throw RequestError(.body(context.debugDescription))
        }
    }

    /// Turns a dictionary of different types into a compiler error that says what to write.
    @available(*, unavailable, message: "A dictionary of different types is not Encodable. Declare a struct instead.")
    public static func json(_ value: [String: Any]) throws -> HTTPBody { throw RequestError(.body("\(value)")) }

    /// Bytes that already are JSON.
    public static func json(_ data: Data) -> HTTPBody {
        HTTPBody(data, contentType: "application/json")
    }

    /// An HTML form (`application/x-www-form-urlencoded`, WHATWG URL §5).
    public static func form(_ fields: URLQuery) -> HTTPBody {
        HTTPBody(Data(fields.formEncoded.utf8), contentType: "application/x-www-form-urlencoded")
    }

    /// Plain text in UTF-8.
    public static func text(_ text: String) -> HTTPBody {
        HTTPBody(Data(text.utf8), contentType: "text/plain; charset=utf-8")
    }

    /// Bytes of an unspecified type (`application/octet-stream`).
    public static func binary(_ data: Data) -> HTTPBody {
        HTTPBody(data, contentType: "application/octet-stream")
    }

    /// A form of several parts (RFC 7578), all of them in memory.
    ///
    /// - Throws: ``RequestError`` when a part is a file, which only an ``UploadEndpoint`` can send, or when the media
    ///   type of a part is not a valid header value.
    public static func multipart(_ form: Multipart) throws -> HTTPBody {
        let data = try form.pieces().reduce(into: Data()) { data, piece in
            guard case .data(let bytes) = piece else {
                throw RequestError(.body("a part of the form is a file; send it with an UploadEndpoint."))
            }
            data.append(bytes)
        }
        return HTTPBody(data, contentType: form.contentType)
    }
}
