import EndpointCore

/// An endpoint of the household API whose response is JSON.
///
/// A file that imports this module and the library qualifies the name: `HouseholdAPI.JsonEndpoint` or
/// `EndpointCore.JsonEndpoint`. The same goes for `VoidEndpoint`.
public protocol JsonEndpoint: EndpointCore.JsonEndpoint, HouseholdEndpoint {}
