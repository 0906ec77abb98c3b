/// The scenarios, by which each part of the library that calls share is run in random orders.
///
/// To add one, write a ``Scenario`` in a file of this folder and name it here.
enum Scenarios {
    static let all: [any Scenario.Type] = [
        CredentialScenario.self,
        CachingScenario.self,
        ChannelScenario.self,
        CoalescingScenario.self,
        HedgingScenario.self,
        LoaderScenario.self,
        PagesScenario.self,
        RetryScenario.self,
    ]

    /// The scenario with a name, which may be the one with an error.
    static func named(_ name: String) -> (any Scenario.Type)? {
        (all + [PlantedScenario.self]).first { $0.name == name }
    }
}
