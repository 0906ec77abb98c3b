import EndpointClient
import Testing

@Suite struct LogLevelTests {
    @Test func `each log level is higher than the one before it`() {
        let levels: [LogLevel] = [.debug, .info, .notice, .warning, .error]
        #expect(LogLevel.allCases == levels)
        for (place, level) in levels.enumerated() {
            #expect(levels.filter { $0 < level } == Array(levels.prefix(place)))
        }
    }
}
