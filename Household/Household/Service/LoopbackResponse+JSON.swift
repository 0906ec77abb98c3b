import EndpointTesting
import HouseholdAPI

extension LoopbackResponse {
    /// A value as JSON.
    static func json(_ value: some Encodable, status: Int = 200) throws -> LoopbackResponse {
        let body = try HTTPBody.json(value)
        return LoopbackResponse(status: status, headers: ["Content-Type": body.contentType], body: body.data)
    }

    /// A refusal with the status that its code means. `allow` are the methods that could be used instead.
    static func refusal(_ error: APIError, allow: [String]) -> LoopbackResponse {
        let status = statuses[error.code] ?? 500
        var response = (try? .json(error, status: status)) ?? LoopbackResponse(status: status)
        if status == 405 { response.headers.append(LoopbackHeader("Allow", allow.joined(separator: ", "))) }
        return response
    }

    private static let statuses: [APIError.Code: Int] = [
        .malformed: 400, .notFound: 404, .methodNotAllowed: 405, .unsupportedMediaType: 415, .invalid: 422,
    ]
}
