import UIKit

extension UIViewController {
    /// Shows a form above a bar that appears while it is sent.
    func embed(_ form: FormViewController, above bar: SendingBar) {
        addChild(form)
        for child in [form.view, bar] as [UIView?] {
            guard let child else { continue }
            child.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(child)
        }
        NSLayoutConstraint.activate([
            form.view.topAnchor.constraint(equalTo: view.topAnchor),
            form.view.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            form.view.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            form.view.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            bar.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            bar.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            bar.bottomAnchor.constraint(equalTo: view.keyboardLayoutGuide.topAnchor),
        ])
        form.didMove(toParent: self)
    }
}
