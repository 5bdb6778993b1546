import MarketViewModels
import Network

extension Connectivity {
    /// The connectivity of this device, for as long as the app runs.
    nonisolated static let ofDevice: Connectivity = {
        let connectivity = Connectivity()
        Task { @MainActor in
            for await path in NWPathMonitor() where path.status == .satisfied { connectivity.networkReturned() }
        }
        return connectivity
    }()
}
