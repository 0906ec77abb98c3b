import EndpointTesting
import HouseholdAPI

extension RecordedRequest {
    /// The JSON of the body.
    func decoded<Value: Decodable>(as type: Value.Type) throws(APIError) -> Value {
        guard mediaType == "application/json" else { throw .wrongType(expected: "application/json") }
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch {
            throw .unreadable(error)
        }
    }

    /// The receipt for the picture in the body, which nobody looks at.
    func picture() throws(APIError) -> BookCover {
        guard let mediaType, mediaType.hasPrefix("image/") else { throw .wrongType(expected: "a picture") }
        guard bodyByteCount > 0 else { throw .invalid("The picture is empty.") }
        return BookCover(bytes: bodyByteCount, contentType: mediaType)
    }

    private var mediaType: String? {
        header("Content-Type")?.prefix { $0 != ";" }.lowercased().trimmingCharacters(in: .whitespaces)
    }
}
