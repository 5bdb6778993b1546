import MarketViewModels
import UIKit

// Swift Testing shows the values of an expectation that failed, with all that they refer to: that would be the whole app,
// and it crashes at a `Mutex`.

extension AppDriver: CustomReflectable {
    nonisolated var customMirror: Mirror { Mirror(self, children: []) }
}

extension ControlledTransport: CustomReflectable {
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension UIResponder: CustomReflectable {
    nonisolated public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ProductListModel: @retroactive CustomReflectable {
    nonisolated public var customMirror: Mirror { Mirror(self, children: []) }
}
