import EndpointLoading
import Testing

@Suite struct LoadingStateTests {
    private let problem = URLError(.timedOut)

    private var states: [LoadingState<Int>] {
        [
            .initial, .loading(last: nil), .loading(last: 1), .success(2), .failure(problem, last: nil),
            .failure(problem, last: 3),
        ]
    }

    @Test func `a loading state has content, error and activity`() {
        #expect(states.map(\.content) == [nil, nil, 1, 2, nil, 3])
        #expect(states.map { $0.error != nil } == [false, false, false, false, true, true])
        #expect(states.map(\.isLoading) == [false, true, true, false, false, false])
    }

    @Test func `mapping a loading state keeps its case`() {
        let mapped = states.map { kind($0.map { $0 * 10 }) }
        #expect(mapped == ["initial", "loading nil", "loading 10", "success 20", "failure nil", "failure 30"])
    }

    /// Rows are the first state, columns the second: initial, loading, success, failure.
    @Test func `two loading states are merged`() {
        let kinds: [LoadingState<Int>] = [.initial, .loading(last: 1), .success(2), .failure(problem, last: 3)]
        let table = kinds.map { first in kinds.map { kind(first.merge($0) { $0 * 10 + $1 }) } }
        #expect(
            table == [
                ["initial", "loading nil", "initial", "failure nil"],
                ["loading nil", "loading 11", "loading 12", "loading 13"],
                ["initial", "loading 21", "success 22", "failure 23"],
                ["failure nil", "loading 31", "failure 32", "failure 33"],
            ])
    }

    @Test func `the first error of merged states is kept`() {
        let first = LoadingState<Int>.failure(URLError(.timedOut), last: nil)
        let second = LoadingState<Int>.failure(URLError(.cannotFindHost), last: nil)
        #expect((first.merge(second) { $0 + $1 }.error as? URLError)?.code == .timedOut)
        #expect((second.merge(first) { $0 + $1 }.error as? URLError)?.code == .cannotFindHost)
    }

    @Test func `loading states are equal if case, content and error are`() {
        for (index, first) in states.enumerated() {
            for (other, second) in states.enumerated() { #expect((first == second) == (index == other)) }
        }
        #expect(LoadingState.failure(problem, last: 3) != .failure(URLError(.cannotFindHost), last: 3))
        #expect(LoadingState.failure(Plain(text: "a"), last: 3) == .failure(Plain(text: "a"), last: 3))
        #expect(LoadingState.failure(Plain(text: "a"), last: 3) != .failure(Plain(text: "b"), last: 3))
        #expect(LoadingState.failure(Plain(text: "a"), last: 3) != .failure(problem, last: 3))
    }

    private struct Plain: Error {
        let text: String
    }

    @Test func `a loading state describes itself`() {
        let failed = "failed: \(problem.localizedDescription)"
        #expect(
            states.map { "\($0)" } == [
                "not loaded", "loading", "loading. Before: 1", "loaded: 2", failed, "\(failed). Before: 3",
            ])
        #expect("\(LoadingState<Int>.failure(CancellationError(), last: 4))" == "cancelled. Before: 4")
    }

    private func kind(_ state: LoadingState<Int>) -> String {
        let content = state.content.map { "\($0)" } ?? "nil"
        return switch state {
        case .initial: "initial"
        case .loading: "loading \(content)"
        case .success: "success \(content)"
        case .failure: "failure \(content)"
        }
    }
}
