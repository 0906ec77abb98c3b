import EndpointClient
import Foundation

/// A client whose responses come from a closure, in the task of the caller: no thread is involved.
struct MemoryClient: APIClient {
    let traits: ClientTraits
    private let answer: @Sendable (APIRequest) async throws -> APIResponse

    /// A client that declares the headers which the closure returns, as one with a credential does.
    init(
        _ world: World, sending headers: (@Sendable () -> HeaderFields)? = nil,
        _ answer: @escaping @Sendable (APIRequest) async throws -> APIResponse
    ) {
        var traits = ClientTraits(baseURL: URL(string: "http://service.invalid"))
        if let headers { traits = traits.sending(headers) }
        traits.time = world.time
        self.traits = traits
        self.answer = answer
    }

    func send(_ request: APIRequest) async throws -> APIResponse { try await answer(request) }
}

/// A request whose path is a number, and whose content is the body of the response.
struct NumberedEndpoint: Endpoint {
    typealias Content = Data

    let number: Int

    func makeRequest() throws -> URLRequest {
        URLRequest(url: try Self.url(number))
    }

    static func url(_ number: Int) throws -> URL {
        guard let url = URL(string: "\(number)") else { throw PlannedFailure() }
        return url
    }
}

extension APIRequest {
    /// The number in the path of a ``NumberedEndpoint``; 0 for other requests.
    var number: Int { urlRequest.url.flatMap { Int($0.relativeString) } ?? 0 }
}

/// Responses without a body: making one costs more than all else in a call.
enum Responses {
    private static let all = [200, 401, 500, 503].reduce(into: [Int: APIResponse]()) { responses, status in
        let http = URL(string: "/").flatMap {
            HTTPURLResponse(url: $0, statusCode: status, httpVersion: nil, headerFields: nil)
        }
        responses[status] = http.map { APIResponse(http: $0, body: .data(Data())) }
    }

    static func status(_ status: Int) throws -> APIResponse {
        guard let response = all[status] else { throw PlannedFailure() }
        return response
    }
}

extension APIResponse {
    /// This response with a body of numbers.
    func with(_ numbers: Int...) -> APIResponse {
        var response = self
        response.body = .data(Data(numbers.map { "\($0)" }.joined(separator: " ").utf8))
        return response
    }

    /// The numbers of the body.
    var numbers: [Int] {
        guard case .data(let data) = body else { return [] }
        return data.split(separator: UInt8(ascii: " ")).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
}

/// Counts the objects that calls hold, which shows what a client has kept of calls that have ended.
final class Leftovers: Sendable {
    private final class Object: Sendable {
        let release: @Sendable () -> Void

        init(_ release: @escaping @Sendable () -> Void) { self.release = release }

        deinit { release() }
    }

    private let held = Locked(0)

    /// How many objects are still held.
    var count: Int { held.withLock { $0 } }

    /// Makes a request hold an object.
    func track(_ request: inout APIRequest) {
        held.withLock { $0 += 1 }
        let object = Object { [held] in held.withLock { $0 -= 1 } }
        request.context = request.context.observed { _ in withExtendedLifetime(object) {} }
    }
}

/// Lets one task wait until another has signalled, which it may have done before.
final class Signal: Sendable {
    private struct State {
        var count = 0
        var waiter: Promise<Void>?
    }

    private let state = Locked(State())

    func raise() {
        let waiter = state.withLock { state in
            state.count += 1
            return state.waiter.take()
        }
        waiter?.resolve(.success(()))
    }

    /// Waits for a signal, and takes it.
    func wait() async {
        while true {
            let promise: Promise<Void>? = state.withLock { state in
                guard state.count == 0 else {
                    state.count -= 1
                    return nil
                }
                let promise = Promise<Void>()
                state.waiter = promise
                return promise
            }
            guard let promise else { return }
            try? await promise.value {}
        }
    }
}
