/// The scenarios, by which each part of the library that calls share is run in random orders.
///
/// To add one, write a ``Scenario`` in a file of this folder and name it here. Coalescing, hedging and the cache belong
/// here: they too have calls that join, leave and share a result.
enum Scenarios {
    static let all: [any Scenario.Type] = [
        CredentialScenario.self,
        ChannelScenario.self,
        LoaderScenario.self,
        PagesScenario.self,
        RetryScenario.self,
    ]

    /// The scenario with a name, which may be the one with an error.
    static func named(_ name: String) -> (any Scenario.Type)? {
        (all + [PlantedScenario.self]).first { $0.name == name }
    }
}
