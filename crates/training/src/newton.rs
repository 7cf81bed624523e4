//! Logistic regression by Newton's method (iteratively reweighted least squares).

use ludorum_agents::sigmoid;

/// Intercept and weights that minimise the log-loss of `rows` (each `features` long) plus `penalty
/// / 2` times the sum of squared weights. `None` without convergence, for example if the labels are
/// linearly separable and `penalty` is 0.
pub(crate) fn minimise(
    rows: &[f64],
    labels: &[bool],
    features: usize,
    penalty: f64,
) -> Option<Vec<f64>> {
    const STEPS: usize = 100;
    let n = features + 1;
    let mut weights = vec![0.0; n];
    for _ in 0..STEPS {
        let mut gradient = vec![0.0; n];
        let mut hessian = vec![0.0; n * n];
        for i in 1..n {
            gradient[i] = penalty * weights[i];
            hessian[i * n + i] = penalty;
        }
        for (row, &label) in rows.chunks(features).zip(labels) {
            let input = |i: usize| if i == 0 { 1.0 } else { row[i - 1] };
            let score: f64 = (0..n).map(|i| weights[i] * input(i)).sum();
            let estimate = sigmoid(score);
            let error = estimate - f64::from(u8::from(label));
            let curvature = estimate * (1.0 - estimate);
            for i in 0..n {
                gradient[i] += error * input(i);
                for j in 0..=i {
                    hessian[i * n + j] += curvature * input(i) * input(j);
                }
            }
        }
        let step = solve(&mut hessian, gradient)?;
        for (weight, step) in weights.iter_mut().zip(&step) {
            *weight -= step;
        }
        if step.iter().all(|step| step.abs() < 1e-9) {
            return Some(weights);
        }
    }
    None
}

/// Solves `matrix * x = right` by Cholesky decomposition. Reads only the lower triangle of the
/// symmetric matrix. A constant feature has a row of zeros and gets the solution 0.
fn solve(matrix: &mut [f64], mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| matrix[i * n + k] * matrix[j * n + k]).sum();
            let rest = matrix[i * n + j] - sum;
            matrix[i * n + j] = match (i == j, matrix[j * n + j]) {
                (true, _) if !rest.is_finite() => return None,
                (true, _) => rest.max(0.0).sqrt(),
                (false, diagonal) if diagonal > 1e-9 => rest / diagonal,
                (false, _) => 0.0,
            };
        }
    }
    let divided = |value: f64, diagonal: f64| {
        if diagonal > 1e-9 {
            value / diagonal
        } else {
            0.0
        }
    };
    for i in 0..n {
        let sum: f64 = (0..i).map(|k| matrix[i * n + k] * right[k]).sum();
        right[i] = divided(right[i] - sum, matrix[i * n + i]);
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| matrix[k * n + i] * right[k]).sum();
        right[i] = divided(right[i] - sum, matrix[i * n + i]);
    }
    right.iter().all(|value| value.is_finite()).then_some(right)
}
