import EndpointCore

/// An endpoint of the household API that is answered with JSON.
///
/// A file that imports this module and the library says which protocol it means: `HouseholdAPI.JsonEndpoint` or
/// `EndpointCore.JsonEndpoint`. The same goes for `VoidEndpoint`.
public protocol JsonEndpoint: EndpointCore.JsonEndpoint, HouseholdEndpoint {}
