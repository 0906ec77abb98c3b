import EndpointTesting
import Testing

@Suite struct ClientDecoratorTests {
    private let mock = MockClient.always(.status(200))

    private struct Stamping: ClientDecorator {
        let upstream: any APIClient
        func send(_ request: APIRequest) async throws -> APIResponse { try await upstream.send(request) }
    }

    private struct SilentClient: APIClient {
        let token = "s3cr3t"
        func send(_ request: APIRequest) async throws -> APIResponse { try .answer(to: request) }
    }

    @Test func `a decorator is named after its type`() {
        #expect("\(mock.addingIdempotencyKeys())" == "IdempotencyKeying › Mock")
        #expect("\(Stamping(upstream: mock).retrying())" == "Retrying › Stamping › Mock")
    }

    @Test func `a client without a description is named after its type and shows no properties`() {
        #expect("\(SilentClient().addingIdempotencyKeys())" == "IdempotencyKeying › Silent")
    }

    private struct CachingClient<Clock: Sendable>: ClientDecorator {
        let upstream: any APIClient
        let clock: Clock
        func send(_ request: APIRequest) async throws -> APIResponse { try await upstream.send(request) }
    }

    @Test func `the name of a generic client omits its type arguments`() {
        #expect("\(CachingClient(upstream: mock, clock: [1: ["a"]]))" == "Caching › Mock")
    }

    static let disorders: [(@Sendable (MockClient) -> any APIClient, String)] = [
        ({ $0.retrying().authorizing(.bearer("t")) }, "Authorizing belongs inside Retrying"),
        ({ $0.retrying().circuitBreaking() }, "CircuitBreaking belongs inside Retrying"),
        ({ $0.fallingBack(to: $0).retrying() }, "Retrying belongs inside FallingBack"),
        ({ $0.retrying().retrying() }, "there are 2 layers of Retrying"),
        ({ Stamping(upstream: $0.retrying()).retrying() }, "there are 2 layers of Retrying"),
        ({ $0.addingIdempotencyKeys().fallingBack(to: $0) }, "FallingBack belongs inside IdempotencyKeying"),
        ({ $0.addingIdempotencyKeys().retrying() }, "Retrying belongs inside IdempotencyKeying"),
        ({ $0.tracing().retrying() }, "Retrying belongs inside Tracing"),
        ({ $0.logging().retrying() }, "Retrying belongs inside Logging"),
        ({ Stamping(upstream: $0.retrying()).authorizing(.bearer("t")) }, "Authorizing belongs inside Retrying"),
    ]

    @Test(arguments: disorders.indices) func `the description of a client says what is out of order`(index: Int) {
        let (make, sentence) = Self.disorders[index]
        #expect("\(make(mock))".hasSuffix("(\(sentence))"))
    }

    @Test func `the warning about the order comes once, with the first call`() async throws {
        let steps = Steps(), client = mock.retrying().authorizing(.bearer("t")).metering(steps.note)
        for _ in 0..<3 { _ = try await client.send(.get, "x") }
        #expect(steps.all.filter { $0.hasPrefix("warned") } == ["warned: Authorizing belongs inside Retrying"])
        #expect(steps.all[1].hasPrefix("warned"))
    }
}
