import CoreGraphics
import Foundation

/// Gives views their frames from the constraints whose other side is known, as far as that goes: enough for views that
/// are pinned to others, for stacks and for scroll views around them. It knows no priorities.
@MainActor
enum ConstraintSolver {
    private struct Box {
        var left: CGFloat?, right: CGFloat?, top: CGFloat?, bottom: CGFloat?, width: CGFloat?, height: CGFloat?

        init() {}

        init(_ frame: CGRect) {
            (left, right, width) = (frame.minX, frame.maxX, frame.width)
            (top, bottom, height) = (frame.minY, frame.maxY, frame.height)
        }

        var frame: CGRect? {
            guard let left, let top, let width, let height else { return nil }
            return CGRect(x: left, y: top, width: width, height: height)
        }

        subscript(attribute: LayoutAttribute) -> CGFloat? {
            switch attribute {
            case .left: left
            case .right: right
            case .top: top
            case .bottom: bottom
            case .width: width
            case .height: height
            case .centerX: left.flatMap { left in right.map { (left + $0) / 2 } }
            case .centerY: top.flatMap { top in bottom.map { (top + $0) / 2 } }
            case .firstBaseline, .lastBaseline: nil
            }
        }

        mutating func set(_ attribute: LayoutAttribute, _ value: CGFloat) {
            switch attribute {
            case .left: left = left ?? value
            case .right: right = right ?? value
            case .top: top = top ?? value
            case .bottom: bottom = bottom ?? value
            case .width: width = width ?? value
            case .height: height = height ?? value
            case .centerX: if let width { left = left ?? value - width / 2 }
            case .centerY: if let height { top = top ?? value - height / 2 }
            case .firstBaseline, .lastBaseline: return
            }
            complete()
        }

        private mutating func complete() {
            if let left, let right { width = width ?? right - left }
            if let left, let width { right = right ?? left + width }
            if let right, let width { left = left ?? right - width }
            if let top, let bottom { height = height ?? bottom - top }
            if let top, let height { bottom = bottom ?? top + height }
            if let bottom, let height { top = top ?? bottom - height }
        }
    }

    static func solve(_ window: UIWindow) {
        var known: [ObjectIdentifier: Box] = [ObjectIdentifier(window): Box(window.bounds)]
        place(in: window, origin: .zero, window, &known)
    }

    /// Places the subviews of a view whose own frame is known, in the window's coordinates.
    private static func place(
        in view: UIView,
        origin: CGPoint,
        _ window: UIWindow,
        _ known: inout [ObjectIdentifier: Box]
    ) {
        let frame = CGRect(origin: origin, size: view.frame.size)
        addGuides(of: view, frame, window, &known)
        // Subviews of a scroll view move with its content.
        let origin = CGPoint(x: origin.x - view.bounds.minX, y: origin.y - view.bounds.minY)
        for subview in view.subviews where subview.translatesAutoresizingMaskIntoConstraints {
            if subview.autoresizingMask.contains(.flexibleWidth) { subview.frame.size.width = frame.width }
            if subview.autoresizingMask.contains(.flexibleHeight) { subview.frame.size.height = frame.height }
            known[ObjectIdentifier(subview)] = Box(subview.frame.offsetBy(dx: origin.x, dy: origin.y))
        }
        if let stack = view as? UIStackView {
            for (arranged, frame) in StackLayout.frames(of: stack) {
                known[ObjectIdentifier(arranged)] = Box(frame.offsetBy(dx: origin.x, dy: origin.y))
            }
        }
        let constraints = constraints(around: view)
        solve(constraints, &known)
        for case let stack as UIStackView in view.subviews where known[ObjectIdentifier(stack)]?.height == nil {
            guard let height = StackLayout.height(of: stack),
                set(ObjectIdentifier(stack), .height, height, &known)
            else { continue }
            solve(constraints, &known)
        }
        if let scroll = view as? UIScrollView { size(scroll, known) }
        for subview in view.subviews {
            if !subview.translatesAutoresizingMaskIntoConstraints,
                let solved = known[ObjectIdentifier(subview)]?.frame
            {
                subview.frame = solved.offsetBy(dx: -origin.x, dy: -origin.y)
            }
            let place = CGPoint(x: origin.x + subview.frame.minX, y: origin.y + subview.frame.minY)
            Self.place(in: subview, origin: place, window, &known)
        }
    }

    private static func solve(_ constraints: [NSLayoutConstraint], _ known: inout [ObjectIdentifier: Box]) {
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for constraint in constraints where apply(constraint, &known) { hasChanged = true }
        }
    }

    /// Gives a scroll view the size of its content, and keeps it within its bounds.
    private static func size(_ scroll: UIScrollView, _ known: [ObjectIdentifier: Box]) {
        guard let height = known[ObjectIdentifier(scroll.contentLayoutGuide)]?.height else { return }
        scroll.contentSize = CGSize(width: scroll.bounds.width, height: height)
        let last = max(0, height - scroll.bounds.height)
        if scroll.contentOffset.y > last { scroll.contentOffset.y = last }
    }

    private static func constraints(around view: UIView) -> [NSLayoutConstraint] {
        (view.constraintsOfThis + view.subviews.flatMap(\.constraintsOfThis)).filter { $0.kind == .equal }
    }

    private static func apply(_ constraint: NSLayoutConstraint, _ known: inout [ObjectIdentifier: Box]) -> Bool {
        guard let first = constraint.first.item.map(ObjectIdentifier.init) else { return false }
        guard let second = constraint.second else {
            return set(first, constraint.first.attribute, constraint.constant, &known)
        }
        guard let other = second.item.map(ObjectIdentifier.init) else { return false }
        if let value = known[other]?[second.attribute] {
            return set(first, constraint.first.attribute, value * constraint.factor + constraint.constant, &known)
        }
        if let value = known[first]?[constraint.first.attribute] {
            return set(other, second.attribute, (value - constraint.constant) / constraint.factor, &known)
        }
        return false
    }

    private static func set(
        _ item: ObjectIdentifier,
        _ attribute: LayoutAttribute,
        _ value: CGFloat,
        _ known: inout [ObjectIdentifier: Box]
    ) -> Bool {
        var box = known[item] ?? Box()
        guard box[attribute] == nil else { return false }
        box.set(attribute, value)
        guard box[attribute] != nil else { return false }
        known[item] = box
        return true
    }

    private static func addGuides(
        of view: UIView,
        _ frame: CGRect,
        _ window: UIWindow,
        _ known: inout [ObjectIdentifier: Box]
    ) {
        let safeArea = window.deviceSafeArea
        let screen = window.bounds
        let safe = CGRect(
            x: max(frame.minX, safeArea.left),
            y: max(frame.minY, safeArea.top),
            width: min(frame.maxX, screen.maxX - safeArea.right) - max(frame.minX, safeArea.left),
            height: min(frame.maxY, screen.maxY - safeArea.bottom) - max(frame.minY, safeArea.top)
        )
        known[ObjectIdentifier(view.safeAreaLayoutGuide)] = Box(safe)
        let margins = view.directionalLayoutMargins
        let inner = CGRect(
            x: frame.minX + margins.leading,
            y: frame.minY + margins.top,
            width: frame.width - margins.leading - margins.trailing,
            height: frame.height - margins.top - margins.bottom
        )
        known[ObjectIdentifier(view.layoutMarginsGuide)] = Box(inner)
        let height = window.keyboardHeight > 0 ? window.keyboardHeight : safeArea.bottom
        let keyboard = CGRect(x: 0, y: screen.maxY - height, width: screen.width, height: height)
        known[ObjectIdentifier(view.keyboardLayoutGuide)] = Box(keyboard)
        guard let scroll = view as? UIScrollView else { return }
        known[ObjectIdentifier(scroll.frameLayoutGuide)] = Box(frame)
        var content = Box()
        content.set(.left, frame.minX - scroll.bounds.minX)
        content.set(.top, frame.minY - scroll.bounds.minY)
        known[ObjectIdentifier(scroll.contentLayoutGuide)] = content
    }
}
